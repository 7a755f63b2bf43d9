package app.cuecard.tv.core;

import android.content.Context;
import android.content.Intent;
import android.os.Binder;
import java.util.function.Consumer;
import org.json.JSONObject;

/** How the app's screens speak with the core. The service hands it to whoever binds to it. Main thread only. */
public interface CoreLink {

    /** Has the watcher told of the core as it is, now and after every change, until it is forgotten. */
    void watch(Consumer<CoreState> watcher);

    /** Has the listener given every {@code refused} and {@code tested} frame, until it is forgotten. */
    void listen(Consumer<JSONObject> listener);

    /** Ends what {@link #watch} or {@link #listen} began. */
    void forget(Consumer<?> watcherOrListener);

    /** Sends a frame to the core; while the core is away it is lost, and the state says so. */
    void send(JSONObject frame);

    /** What a bound screen is given. */
    final class Door extends Binder {
        public final CoreLink link;

        public Door(CoreLink link) {
            this.link = link;
        }

        /**
         * Where the door is. The service is named by text: it knows the screens, so neither they nor what they build on
         * can know it.
         */
        public static Intent at(Context context) {
            return new Intent().setClassName(context, "app.cuecard.tv.OverlayService");
        }
    }
}
