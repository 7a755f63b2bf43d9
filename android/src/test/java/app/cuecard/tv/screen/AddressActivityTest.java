package app.cuecard.tv.screen;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;

import android.content.Intent;
import android.view.View;
import android.view.WindowManager;
import app.cuecard.tv.R;
import app.cuecard.tv.core.CoreState;
import org.json.JSONObject;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Config;

@RunWith(RobolectricTestRunner.class)
@Config(
        sdk = {26, 35},
        qualifiers = "w960dp-h540dp-television-xhdpi")
public class AddressActivityTest {
    private static final String TOKEN = "dG9rZW4tb2YtdGhpcnR5LXR3by1ieXRlcy1pbi1hbGw";

    private FakeLink core;
    private Sofa<AddressActivity> sofa;

    @Before
    public void plugIn() {
        core = new FakeLink();
    }

    @After
    public void leave() {
        sofa.close();
    }

    private void start() {
        sofa = new Sofa<>(AddressActivity.class);
    }

    private static Intent forSeconds(int seconds) {
        return new Intent().putExtra("seconds", seconds);
    }

    private View code() {
        return sofa.screen.findViewById(R.id.code);
    }

    @Test
    public void nameAddressAndCodeAreShown() {
        start();
        sofa.sees("Living room\nhttp://192.168.1.20:8090\nOpen this on your phone");
        assertTrue(code().isShown());
        assertEquals("QR code of http://192.168.1.20:8090", Sofa.spoken(code()));
    }

    @Test
    public void theTokenStaysHiddenUnlessAskedFor() throws Exception {
        core.token(TOKEN);
        start();
        assertFalse(sofa.seen().contains(TOKEN));
        assertEquals("QR code of http://192.168.1.20:8090", Sofa.spoken(code()));
    }

    @Test
    public void theTokenIsShownWithItsCodeWhenAskedFor() throws Exception {
        core.token(TOKEN);
        sofa = new Sofa<>(AddressActivity.class, AddressActivity.withToken(RuntimeEnvironment.getApplication()));
        sofa.sees(TOKEN);
        sofa.sees("Whoever reads it can send cards");
        assertEquals("QR code of http://192.168.1.20:8090 with the token", Sofa.spoken(code()));
        core.field("url", "");
        sofa.sees(TOKEN);
        assertFalse(code().isShown());
        core.field("url", "http://192.168.1.20:8090");
        core.token("");
        assertFalse("it is gone", sofa.seen().contains(TOKEN));
        assertEquals("QR code of http://192.168.1.20:8090", Sofa.spoken(code()));
    }

    @Test
    public void withoutANetworkItSaysSoUntilThereIsOne() throws Exception {
        core.field("url", "");
        core.field("code", JSONObject.NULL);
        start();
        sofa.sees("No network");
        sofa.sees("Connect the TV to your home network.");
        assertFalse(code().isShown());
        core.field("code", FakeLink.qr(29));
        core.field("url", "http://10.0.0.7:8090");
        sofa.sees("http://10.0.0.7:8090");
        assertTrue(code().isShown());
    }

    @Test
    public void beforeTheCoreHasSpokenItSaysSo() {
        core.push(CoreState.STARTING);
        start();
        sofa.sees("Starting…");
        assertFalse(code().isShown());
    }

    @Test
    public void whileTheCoreIsAwayItSaysSo() {
        start();
        core.stop("it has ended");
        sofa.sees("http://192.168.1.20:8090\nStopped: it has ended");
    }

    @Test
    public void itClosesAfterItsTime() {
        sofa = new Sofa<>(AddressActivity.class, forSeconds(30));
        Sofa.wait(29);
        assertFalse(sofa.screen.isFinishing());
        Sofa.wait(1);
        assertTrue(sofa.screen.isFinishing());
    }

    @Test
    public void askedAgainItsTimeBeginsAgain() {
        sofa = new Sofa<>(AddressActivity.class, forSeconds(30));
        Sofa.wait(20);
        sofa.controller.newIntent(forSeconds(30));
        Sofa.wait(29);
        assertFalse(sofa.screen.isFinishing());
        Sofa.wait(1);
        assertTrue(sofa.screen.isFinishing());
    }

    @Test
    public void withoutATimeItStaysUntilBack() {
        start();
        Sofa.wait(3600);
        assertFalse(sofa.screen.isFinishing());
        sofa.press(Sofa.BACK);
        assertTrue(sofa.screen.isFinishing());
    }

    @Test
    public void theTelevisionStaysAwake() {
        start();
        int flags = sofa.screen.getWindow().getAttributes().flags;
        assertNotEquals(0, flags & WindowManager.LayoutParams.FLAG_KEEP_SCREEN_ON);
    }
}
