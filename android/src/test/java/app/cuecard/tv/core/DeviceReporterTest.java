package app.cuecard.tv.core;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;

import android.app.AppOpsManager;
import android.content.Context;
import android.net.ConnectivityManager;
import android.net.ConnectivityManager.NetworkCallback;
import android.net.LinkAddress;
import android.net.LinkProperties;
import android.net.Network;
import android.net.NetworkCapabilities;
import android.os.Build;
import android.os.Looper;
import android.os.Process;
import android.provider.Settings;
import app.cuecard.tv.testing.ShellFrames;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Config;
import org.robolectric.shadows.ShadowAppOpsManager;
import org.robolectric.shadows.ShadowBuild;
import org.robolectric.shadows.ShadowConnectivityManager;
import org.robolectric.shadows.ShadowNetwork;
import org.robolectric.shadows.ShadowNetworkCapabilities;
import org.robolectric.shadows.ShadowSettings;

@RunWith(RobolectricTestRunner.class)
@Config(
        sdk = {26, 35},
        qualifiers = "de-rDE-w960dp-h540dp-television-xhdpi")
public class DeviceReporterTest {
    private final Context context = RuntimeEnvironment.getApplication();
    private final ShadowConnectivityManager networks = shadowOf(context.getSystemService(ConnectivityManager.class));
    private final List<Device> told = new ArrayList<>();
    private final Network wifi = ShadowNetwork.newInstance(101);
    private DeviceReporter reporter;

    @Before
    public void begin() {
        ShadowSettings.setCanDrawOverlays(false);
        networks.setDefaultNetworkActive(false);
        reporter = new DeviceReporter(context, told::add);
    }

    @After
    public void end() {
        reporter.close();
    }

    @Test
    public void aDeviceIsToldAsTheCoreReadsIt() {
        Device device = new Device(
                1920,
                1080,
                2,
                "Shield",
                true,
                "app.cuecard.tv",
                List.of("192.168.1.20", "fe80::1"),
                List.of("192.168.1.1"),
                "de-DE",
                34);

        ShellFrames.assertFrame("app-device", device.frame());
    }

    @Test
    public void theDeviceIsToldAsItIs() {
        Settings.Global.putString(context.getContentResolver(), "device_name", "Living room");

        reporter.check();

        assertEquals(
                new Device(
                        1920,
                        1080,
                        2,
                        "Living room",
                        false,
                        context.getPackageName(),
                        List.of(),
                        List.of(),
                        "de-DE",
                        Build.VERSION.SDK_INT),
                last());
    }

    @Test
    public void theSameIsToldOnlyOnceButToTheNextCoreAgain() {
        reporter.check();
        reporter.check();
        assertEquals(1, told.size());

        reporter.introduce();

        assertEquals(2, told.size());
        assertEquals(told.get(0), told.get(1));
    }

    @Test
    public void aDeviceWithoutANameOfItsOwnHasThatOfItsBluetoothOrItsModel() {
        ShadowBuild.setModel("AFTMM");
        reporter.check();
        assertEquals("AFTMM", last().name());

        Settings.Secure.putString(context.getContentResolver(), "bluetooth_name", "Fire TV");
        reporter.check();
        assertEquals("Fire TV", last().name());

        Settings.Global.putString(context.getContentResolver(), "device_name", "Living room");
        shadowOf(Looper.getMainLooper()).idle();
        assertEquals("noticed by itself", "Living room", last().name());
    }

    @Test
    public void addressesAreTheNetworksWithIpv4FirstAndNoLoopback() throws Exception {
        uses(wifi, link("fe80::1%1", "2001:db8::5", "127.0.0.1", "192.168.1.20", "::1"));

        assertEquals(addresses("192.168.1.20", "2001:db8::5", "fe80::1"), parsed(last().addresses()));
        assertFalse(last().addresses().toString(), last().addresses().toString().contains("%"));
        assertEquals(List.of("192.168.1.1"), last().dns());
    }

    @Test
    public void aChangeOfTheNetworkIsToldAndItsLossToo() throws Exception {
        Network cable = ShadowNetwork.newInstance(102);
        uses(wifi, link("192.168.1.20"));
        uses(cable, link("192.168.1.30"));
        assertEquals(List.of("192.168.1.30"), last().addresses());

        inUse().onLost(wifi);
        assertEquals("not the one in use", List.of("192.168.1.30"), last().addresses());
        inUse().onLost(cable);

        assertEquals(List.of(), last().addresses());
        assertEquals(List.of(), last().dns());
    }

    @Test
    public void theNetworkThatIsThereFromTheStartIsInTheFirstWord() throws Exception {
        reporter.close();
        networks.setDefaultNetworkActive(true);
        Network active = context.getSystemService(ConnectivityManager.class).getActiveNetwork();
        networks.setLinkProperties(active, link("192.168.1.20"));
        reporter = new DeviceReporter(context, told::add);

        reporter.check();

        assertEquals(List.of("192.168.1.20"), last().addresses());
    }

    @Test
    public void behindAVpnTheAddressesAreThoseOfTheHome() throws Exception {
        Network vpn = ShadowNetwork.newInstance(103);
        NetworkCapabilities tunnel = ShadowNetworkCapabilities.newInstance();
        shadowOf(tunnel).addTransportType(NetworkCapabilities.TRANSPORT_VPN);
        networks.setNetworkCapabilities(vpn, tunnel);
        atHome().onLinkPropertiesChanged(wifi, link("192.168.1.20"));

        uses(vpn, link("10.8.0.2"));
        assertEquals(List.of("192.168.1.20"), last().addresses());
        atHome().onLost(wifi);

        assertEquals(List.of("10.8.0.2"), last().addresses());
    }

    @Test
    public void aPermissionThatIsGivenOrTakenIsNoticed() {
        reporter.check();
        ShadowSettings.setCanDrawOverlays(true);
        permissionChanges(AppOpsManager.MODE_ALLOWED);
        assertTrue(last().overlay());

        ShadowSettings.setCanDrawOverlays(false);
        permissionChanges(AppOpsManager.MODE_IGNORED);

        assertFalse(last().overlay());
        assertEquals(3, told.size());
    }

    @Test
    public void aPermissionThatTheSystemBelievesOnlyLaterIsNoticedLater() {
        reporter.check();
        permissionChanges(AppOpsManager.MODE_ALLOWED);
        assertFalse(last().overlay());
        ShadowSettings.setCanDrawOverlays(true);

        shadowOf(Looper.getMainLooper()).idleFor(Duration.ofSeconds(2));

        assertTrue(last().overlay());
    }

    @Test
    public void aChangeOfTheScreenIsNoticed() {
        reporter.check();

        RuntimeEnvironment.setQualifiers("+w1280dp-h720dp");
        shadowOf(Looper.getMainLooper()).idle();

        assertEquals(2560, last().width());
        assertEquals(1440, last().height());
    }

    @Test
    public void anotherLanguageIsToldWhenItIsLookedFor() {
        reporter.check();

        RuntimeEnvironment.setQualifiers("+ar-rEG");
        reporter.check();

        assertEquals("ar-EG", last().locale());
    }

    @Test
    public void nothingIsToldAfterTheEnd() {
        reporter.check();
        reporter.checkForAWhile();

        reporter.close();

        assertTrue(networks.getNetworkCallbacks().isEmpty());
        ShadowSettings.setCanDrawOverlays(true);
        permissionChanges(AppOpsManager.MODE_ALLOWED);
        Settings.Global.putString(context.getContentResolver(), "device_name", "Kitchen");
        RuntimeEnvironment.setQualifiers("+w1280dp-h720dp");
        shadowOf(Looper.getMainLooper()).idleFor(Duration.ofMinutes(1));
        assertEquals(1, told.size());
        reporter = new DeviceReporter(context, told::add);
    }

    private Device last() {
        return told.get(told.size() - 1);
    }

    private void uses(Network network, LinkProperties link) {
        inUse().onLinkPropertiesChanged(network, link);
    }

    private NetworkCallback inUse() {
        return registered(reporter.network.inUse);
    }

    private NetworkCallback atHome() {
        return registered(reporter.network.below);
    }

    private NetworkCallback registered(NetworkCallback callback) {
        assertTrue(networks.getNetworkCallbacks().contains(callback));
        return callback;
    }

    private void permissionChanges(int mode) {
        ShadowAppOpsManager permissions = shadowOf(context.getSystemService(AppOpsManager.class));
        permissions.setMode(AppOpsManager.OPSTR_SYSTEM_ALERT_WINDOW, Process.myUid(), context.getPackageName(), mode);
        shadowOf(Looper.getMainLooper()).idle();
    }

    private static LinkProperties link(String... addresses) throws Exception {
        LinkProperties link = new LinkProperties();
        for (String address : addresses) {
            link.addLinkAddress(new LinkAddress(InetAddress.getByName(address), 24));
        }
        link.addDnsServer(InetAddress.getByName("192.168.1.1"));
        return link;
    }

    private static List<InetAddress> addresses(String... texts) {
        return parsed(List.of(texts));
    }

    private static List<InetAddress> parsed(List<String> texts) {
        return texts.stream()
                .map(text -> {
                    try {
                        return InetAddress.getByName(text);
                    } catch (java.net.UnknownHostException e) {
                        throw new AssertionError(e);
                    }
                })
                .collect(Collectors.toList());
    }
}
