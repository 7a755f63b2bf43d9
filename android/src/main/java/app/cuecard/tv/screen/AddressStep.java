package app.cuecard.tv.screen;

import app.cuecard.tv.R;
import app.cuecard.tv.core.CoreState;

/** Where cards are sent to, in large type and as a code. */
final class AddressStep extends SetupStep {

    AddressStep(SetupActivity setup, SetupPage page) {
        super(setup, page);
    }

    @Override
    void begin() {
        page.title(R.string.address_title);
        page.first(R.string.done, setup::done);
    }

    @Override
    void show(CoreState now) {
        String url = now.settings() == null ? "" : now.settings().url();
        if (!now.running() || url.isEmpty()) {
            page.address("");
            page.text(now.running() ? setup.getText(R.string.no_network) : StateLine.of(setup, now));
            page.said(now.running() ? setup.getText(R.string.network_needed) : "");
            page.code(null, "");
            return;
        }
        page.text("");
        page.address(url);
        page.said(setup.getText(R.string.scan));
        page.code(now.settings().code(), setup.getString(R.string.code_spoken, url));
    }
}
