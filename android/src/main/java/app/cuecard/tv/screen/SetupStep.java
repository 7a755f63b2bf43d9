package app.cuecard.tv.screen;

import app.cuecard.tv.core.CoreState;
import org.json.JSONObject;

/** One step of the setup. It writes itself on the page. */
abstract class SetupStep {
    final SetupActivity setup;
    final SetupPage page;

    SetupStep(SetupActivity setup, SetupPage page) {
        this.setup = setup;
        this.page = page;
    }

    /** The step begins: its title and its buttons. */
    abstract void begin();

    /** The core is now so; also called once after {@link #begin}. */
    void show(CoreState now) {}

    /** The core has answered {@code refused} or {@code tested}. */
    void hear(JSONObject frame) {}

    /** The owner is back from another screen. */
    void resume() {}
}
