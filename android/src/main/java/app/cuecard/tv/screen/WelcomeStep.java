package app.cuecard.tv.screen;

import app.cuecard.tv.R;

/** What the app does, in one sentence. */
final class WelcomeStep extends SetupStep {

    WelcomeStep(SetupActivity setup, SetupPage page) {
        super(setup, page);
    }

    @Override
    void begin() {
        page.title(R.string.welcome);
        page.text(setup.getText(R.string.welcome_text));
        page.scene(true);
        page.first(R.string.begin, setup::next);
    }
}
