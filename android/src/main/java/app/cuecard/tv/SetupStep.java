package app.cuecard.tv;

import org.json.JSONObject;

/** One step of the setup. It writes itself on the page. */
interface SetupStep {

    /** The step begins: its title and its buttons. */
    void begin();

    /** The core is now so; also called once after {@link #begin}. */
    default void show(CoreState now) {}

    /** The core has answered {@code refused} or {@code tested}. */
    default void hear(JSONObject frame) {}

    /** The owner is back from another screen. */
    default void resume() {}
}
