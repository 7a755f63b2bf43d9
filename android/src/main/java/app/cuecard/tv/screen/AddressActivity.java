package app.cuecard.tv.screen;

import android.content.Context;
import android.content.Intent;
import android.os.Bundle;
import android.os.Handler;
import android.os.Looper;
import android.view.View;
import android.view.WindowManager;
import android.widget.TextView;
import app.cuecard.tv.R;
import app.cuecard.tv.core.CoreState;
import app.cuecard.tv.core.OwnerSettings;

/** The television's name and address for everybody in the room; with the token when the owner asks for that. */
public final class AddressActivity extends CoreScreen {
    /** For how long, as an int; without it until the owner goes back. */
    public static final String EXTRA_SECONDS = "seconds";

    private static final String EXTRA_TOKEN = "token";

    private final Handler clock = new Handler(Looper.getMainLooper());
    private final Runnable close = this::finish;

    static Intent withToken(Context context) {
        return new Intent(context, AddressActivity.class).putExtra(EXTRA_TOKEN, true);
    }

    @Override
    protected void onCreate(Bundle saved) {
        super.onCreate(saved);
        getWindow().addFlags(WindowManager.LayoutParams.FLAG_KEEP_SCREEN_ON);
        setContentView(R.layout.address);
        closeInTime();
    }

    @Override
    protected void onNewIntent(Intent intent) {
        super.onNewIntent(intent);
        setIntent(intent);
        closeInTime();
        show(state());
    }

    @Override
    protected void onDestroy() {
        clock.removeCallbacks(close);
        super.onDestroy();
    }

    @Override
    void show(CoreState now) {
        OwnerSettings settings = now.settings();
        boolean known = settings != null;
        String url = known ? settings.url() : "";
        String token = known && getIntent().getBooleanExtra(EXTRA_TOKEN, false) ? settings.token() : "";
        write(R.id.device, known ? settings.value("deviceName") : "");
        write(R.id.address, known && url.isEmpty() ? getString(R.string.no_network) : url);
        write(R.id.token, token);
        write(R.id.hint, hint(now, url, token));
        QrView view = findViewById(R.id.code);
        if (url.isEmpty()) {
            view.show(null, "");
        } else if (token.isEmpty()) {
            view.show(settings.code(), getString(R.string.code_spoken, url));
        } else {
            view.show(settings.tokenCode(), getString(R.string.code_token_spoken, url));
        }
    }

    private String hint(CoreState now, String url, String token) {
        if (!now.running() || now.settings() == null) {
            return StateLine.of(this, now);
        }
        if (url.isEmpty()) {
            return getString(R.string.network_needed);
        }
        return getString(token.isEmpty() ? R.string.scan : R.string.scan_token);
    }

    private void write(int id, String words) {
        TextView text = findViewById(id);
        text.setText(words);
        text.setVisibility(words.isEmpty() ? View.GONE : View.VISIBLE);
    }

    private void closeInTime() {
        clock.removeCallbacks(close);
        int seconds = getIntent().getIntExtra(EXTRA_SECONDS, 0);
        if (seconds > 0) {
            clock.postDelayed(close, seconds * 1000L);
        }
    }
}
