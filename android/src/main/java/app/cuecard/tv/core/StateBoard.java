package app.cuecard.tv.core;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.json.JSONObject;

/** Holds the core's state and tells the app's screens of it. Main thread only. */
public final class StateBoard implements CoreLink {
    private final Consumer<JSONObject> core;
    private final Runnable watched;
    private final List<Consumer<CoreState>> watchers = new CopyOnWriteArrayList<>();
    private final List<Consumer<JSONObject>> listeners = new CopyOnWriteArrayList<>();
    private CoreState state = CoreState.STARTING;

    /**
     * @param core takes frames while it runs
     * @param watched run when a screen begins to watch: its user may come from granting the permission
     */
    public StateBoard(Consumer<JSONObject> core, Runnable watched) {
        this.core = core;
        this.watched = watched;
    }

    @Override
    public void watch(Consumer<CoreState> watcher) {
        watched.run();
        watchers.add(watcher);
        watcher.accept(state);
    }

    @Override
    public void listen(Consumer<JSONObject> listener) {
        listeners.add(listener);
    }

    @Override
    public void forget(Consumer<?> watcherOrListener) {
        watchers.remove(watcherOrListener);
        listeners.remove(watcherOrListener);
    }

    @Override
    public void send(JSONObject frame) {
        if (state.running()) {
            core.accept(frame);
        }
    }

    /** Gives a {@code refused} or {@code tested} to the listeners. */
    public void pass(JSONObject frame) {
        listeners.forEach(listener -> listener.accept(frame));
    }

    public void running(String version, int port) {
        become(new CoreState(true, "", version, port, state.overlay(), state.settings()));
    }

    public void down(String trouble) {
        become(new CoreState(false, trouble, state.version(), state.port(), state.overlay(), state.settings()));
    }

    public void settings(OwnerSettings settings) {
        become(new CoreState(
                state.running(), state.trouble(), state.version(), state.port(), state.overlay(), settings));
    }

    public void overlay(boolean allowed) {
        become(new CoreState(
                state.running(), state.trouble(), state.version(), state.port(), allowed, state.settings()));
    }

    private void become(CoreState now) {
        if (!now.equals(state)) {
            state = now;
            watchers.forEach(watcher -> watcher.accept(now));
        }
    }
}
