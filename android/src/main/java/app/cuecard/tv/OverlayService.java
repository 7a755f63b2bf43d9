package app.cuecard.tv;

import android.app.Service;
import android.content.Intent;
import android.content.res.Configuration;
import android.os.Build;
import android.os.IBinder;
import android.provider.Settings;
import android.util.Log;
import app.cuecard.tv.card.CardWindow;
import app.cuecard.tv.card.Look;
import app.cuecard.tv.core.CoreLink;
import app.cuecard.tv.core.CoreProcess;
import app.cuecard.tv.core.Device;
import app.cuecard.tv.core.DeviceReporter;
import app.cuecard.tv.core.OwnerSettings;
import app.cuecard.tv.core.Preferences;
import app.cuecard.tv.core.StateBoard;
import app.cuecard.tv.screen.AddressActivity;
import app.cuecard.tv.sound.Acts;
import app.cuecard.tv.sound.Ducking;
import app.cuecard.tv.sound.SoundPlayer;
import app.cuecard.tv.sound.Speaker;
import java.util.ArrayList;
import java.util.List;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;

/** Runs as long as the television does and brings together core, device, the card's window, sound and speech. */
public final class OverlayService extends Service implements CoreProcess.Watcher {
    private static final String TAG = "cuecard";

    /** Where the core answers the network. */
    String listen = ":8090";

    private Foothold foothold;
    private StateBoard board;
    private Acts acts;
    private SoundPlayer sounds;
    private Speaker speaker;
    private DeviceReporter device;
    private CoreProcess core;
    private CardWindow window;

    @Override
    public void onCreate() {
        super.onCreate();
        foothold = new Foothold(this);
        core = new CoreProcess(this, listen, this);
        acts = new Acts(new Ducking(this, new Preferences(this)::duck), core::send);
        sounds = new SoundPlayer(acts);
        speaker = new Speaker(this, acts);
        device = new DeviceReporter(this, this::deviceChanged);
        board = new StateBoard(core::send, device::checkForAWhile);
        core.start();
    }

    @Override
    public int onStartCommand(Intent intent, int flags, int startId) {
        foothold.stay();
        device.checkForAWhile();
        return START_STICKY;
    }

    @Override
    public IBinder onBind(Intent intent) {
        return new CoreLink.Door(board);
    }

    @Override
    public void onConfigurationChanged(Configuration now) {
        super.onConfigurationChanged(now);
        device.check();
    }

    @Override
    public void onDestroy() {
        core.stop();
        device.close();
        leaveTheStage();
        speaker.close();
        foothold.close();
        super.onDestroy();
    }

    @Override
    public void starting() {
        device.introduce();
    }

    @Override
    public void ended(String trouble) {
        leaveTheStage();
        board.down(trouble);
    }

    @Override
    public void frame(JSONObject frame) {
        try {
            follow(frame);
        } catch (JSONException | IllegalArgumentException malformed) {
            Log.w(TAG, "a frame of the core cannot be read: " + frame.optString("type"), malformed);
        }
    }

    private void follow(JSONObject frame) throws JSONException {
        long act = frame.optLong("act");
        float volume = (float) frame.optDouble("volume", 1);
        switch (frame.optString("type")) {
            case "hello" -> welcome(frame);
            case "settings" -> board.settings(OwnerSettings.of(frame));
            case "show", "picture", "clear" -> draw(frame);
            case "play" -> sounds.play(act, frame.optString("sound"), volume);
            case "speak" -> speaker.speak(act, texts(frame.getJSONArray("texts")), volume);
            case "hush" -> acts.hush(act);
            case "address" -> showAddress(frame.optInt("seconds"));
            case "refused", "tested" -> board.pass(frame);
            default -> Log.d(TAG, "a frame of a newer core: " + frame.optString("type"));
        }
    }

    private void welcome(JSONObject hello) throws JSONException {
        leaveTheStage();
        board.running(hello.optString("version"), hello.optInt("port"));
        window = new CardWindow(this, Look.of(hello.getJSONObject("look")), core::send);
    }

    private void draw(JSONObject frame) {
        if (window == null) {
            Log.w(TAG, "nothing can be drawn: the core's look is not understood");
            return;
        }
        switch (frame.optString("type")) {
            case "show" -> window.show(frame);
            case "picture" -> window.picture(frame);
            default -> window.clear(frame);
        }
    }

    /** Nothing is seen or heard of a core that is gone. */
    private void leaveTheStage() {
        acts.hush();
        if (window != null) {
            window.close();
            window = null;
        }
    }

    private void deviceChanged(Device now) {
        board.overlay(now.overlay());
        core.send(now.frame());
    }

    private void showAddress(int seconds) {
        if (Build.VERSION.SDK_INT >= 29 && !Settings.canDrawOverlays(this)) {
            Log.w(TAG, "the address cannot be shown: an app without the overlay permission may not come to the front");
            return;
        }
        startActivity(new Intent(this, AddressActivity.class)
                .addFlags(Intent.FLAG_ACTIVITY_NEW_TASK)
                .putExtra(AddressActivity.EXTRA_SECONDS, seconds));
    }

    private static List<String> texts(JSONArray array) throws JSONException {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < array.length(); i++) {
            texts.add(array.getString(i));
        }
        return texts;
    }
}
