package app.cuecard.tv.screen;

import android.content.Context;
import android.content.Intent;
import android.os.Bundle;
import android.os.Handler;
import android.os.Looper;
import android.provider.Settings;
import app.cuecard.tv.R;
import app.cuecard.tv.core.CoreState;
import java.util.List;
import org.json.JSONObject;

/** The first run, a step after the other. Back is a step back; whoever leaves is offered it again next time. */
public final class SetupActivity extends CoreScreen {
    private static final String STEP = "step";
    private static final int PERMISSION = 1;
    private static final long LOOK_EVERY_MS = 1000;

    private final Handler clock = new Handler(Looper.getMainLooper());
    private final Runnable look = this::look;
    private SetupPage page;
    private List<SetupStep> steps;
    private int at;
    private boolean allowed;

    /** The setup from where the permission is asked for. */
    static Intent atPermission(Context context) {
        return new Intent(context, SetupActivity.class).putExtra(STEP, PERMISSION);
    }

    @Override
    protected void onCreate(Bundle saved) {
        super.onCreate(saved);
        setContentView(R.layout.setup);
        page = new SetupPage(this);
        steps = List.of(
                new WelcomeStep(this, page),
                new PermissionStep(this, page),
                new TestStep(this, page),
                new AddressStep(this, page));
        go(saved == null ? getIntent().getIntExtra(STEP, 0) : saved.getInt(STEP));
    }

    @Override
    protected void onSaveInstanceState(Bundle out) {
        super.onSaveInstanceState(out);
        out.putInt(STEP, at);
    }

    @Override
    protected void onResume() {
        super.onResume();
        steps.get(at).resume();
        look();
    }

    @Override
    protected void onPause() {
        clock.removeCallbacks(look);
        super.onPause();
    }

    @Override
    void show(CoreState now) {
        steps.get(at).show(now);
        heedPermission();
    }

    @Override
    void hear(JSONObject frame) {
        steps.get(at).hear(frame);
    }

    @Override
    @SuppressWarnings("deprecation") // a remote's back key comes here on every Android that we run on
    public void onBackPressed() {
        int before = allowed && at == PERMISSION + 1 ? PERMISSION - 1 : at - 1;
        if (before < 0) {
            finish();
        } else {
            go(before);
        }
    }

    void next() {
        go(allowed && at == PERMISSION - 1 ? PERMISSION + 1 : at + 1);
    }

    void done() {
        send(OwnerFrames.setUp());
        finish();
    }

    private void go(int step) {
        at = step;
        page.clear();
        page.step(getString(R.string.step_of, at + 1, steps.size()));
        steps.get(at).begin();
        steps.get(at).show(state());
        page.focusFirst();
    }

    /** The system tells nobody when a permission is granted from a computer: look each second. */
    private void look() {
        if (Settings.canDrawOverlays(this) != state().overlay()) {
            wakeService();
        }
        heedPermission();
        clock.postDelayed(look, LOOK_EVERY_MS);
    }

    /** Granted, there is nothing left to ask for; taken away again, nothing after it works. */
    private void heedPermission() {
        boolean before = allowed;
        allowed = Settings.canDrawOverlays(this) || state().overlay();
        if (allowed && at == PERMISSION) {
            next();
        } else if (before && !allowed && at > PERMISSION) {
            go(PERMISSION);
        }
    }
}
