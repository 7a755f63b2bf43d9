package app.cuecard.tv.screen;

import app.cuecard.tv.R;
import app.cuecard.tv.core.CoreState;
import org.json.JSONObject;

/** A test card, sent the way of every card, and what came of it. */
final class TestStep extends SetupStep {
    private boolean spoken; // there are words on the page that stay while the state changes

    TestStep(SetupActivity setup, SetupPage page) {
        super(setup, page);
    }

    @Override
    void begin() {
        spoken = false;
        page.title(R.string.test_title);
        page.text(setup.getText(R.string.test_text));
        page.scene(true);
        offer(R.string.test);
    }

    @Override
    void show(CoreState now) {
        if (!now.running()) {
            spoken = false;
            page.said(StateLine.of(setup, now), StateLine.colour(now));
        } else if (!spoken) {
            page.said("");
        }
    }

    @Override
    void hear(JSONObject frame) {
        if (!frame.optString("type").equals("tested")
                && !frame.optString("asked").equals("test")) {
            return;
        }
        spoken = true;
        String result = frame.optString("result");
        String error = frame.optString("error");
        boolean shown = error.isEmpty() && (result.equals("shown") || result.equals("replaced"));
        page.said(
                shown ? setup.getText(R.string.test_seen) : Words.tested(setup, result, error),
                error.isEmpty() ? R.color.good : R.color.bad);
        if (error.isEmpty()) {
            page.first(R.string.next, setup::next);
            page.second(R.string.test_again, this::send);
        } else {
            offer(R.string.test_again);
        }
        page.focusFirst();
    }

    private void offer(int words) {
        page.first(words, this::send);
        page.second(R.string.skip, setup::next);
    }

    private void send() {
        if (setup.state().running()) {
            spoken = true;
            page.said(setup.getText(R.string.test_sending));
            setup.send(OwnerFrames.test());
        }
    }
}
