package app.cuecard.tv;

/** What the app does, in one sentence. */
record WelcomeStep(SetupActivity setup, SetupPage page) implements SetupStep {

    @Override
    public void begin() {
        page.title(R.string.welcome);
        page.text(setup.getText(R.string.welcome_text));
        page.scene(true);
        page.first(R.string.begin, setup::next);
    }
}
