package app.cuecard.tv.screen;

import android.app.Activity;
import android.content.ComponentName;
import android.content.Context;
import android.content.ServiceConnection;
import android.os.IBinder;
import app.cuecard.tv.core.CoreLink;
import app.cuecard.tv.core.CoreState;
import java.util.function.Consumer;
import org.json.JSONObject;

/** A screen that has the core's word from when it is seen until it is hidden. */
abstract class CoreScreen extends Activity implements ServiceConnection {
    private final Consumer<CoreState> watcher = this::see;
    private final Consumer<JSONObject> listener = this::hear;
    private CoreLink link;
    private CoreState state = CoreState.STARTING;

    /** The core is now so; called again after every change. */
    abstract void show(CoreState now);

    /** The core has said {@code refused} or {@code tested}. */
    void hear(JSONObject frame) {}

    final CoreState state() {
        return state;
    }

    final void send(JSONObject frame) {
        if (link != null) {
            link.send(frame);
        }
    }

    /** Has the service look again whether it may draw over other apps. */
    final void wakeService() {
        startForegroundService(CoreLink.Door.at(this));
    }

    @Override
    protected void onStart() {
        super.onStart();
        show(state);
        bindService(CoreLink.Door.at(this), this, Context.BIND_AUTO_CREATE);
    }

    @Override
    protected void onResume() {
        super.onResume();
        wakeService();
    }

    @Override
    protected void onStop() {
        forget();
        unbindService(this);
        super.onStop();
    }

    @Override
    public void onServiceConnected(ComponentName name, IBinder door) {
        link = ((CoreLink.Door) door).link;
        link.listen(listener);
        link.watch(watcher);
    }

    @Override
    public void onServiceDisconnected(ComponentName name) {
        link = null;
        see(CoreState.STARTING);
    }

    private void see(CoreState now) {
        state = now;
        show(now);
    }

    private void forget() {
        if (link != null) {
            link.forget(watcher);
            link.forget(listener);
            link = null;
        }
    }
}
