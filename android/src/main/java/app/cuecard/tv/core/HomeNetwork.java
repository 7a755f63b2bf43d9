package app.cuecard.tv.core;

import android.content.Context;
import android.net.ConnectivityManager;
import android.net.ConnectivityManager.NetworkCallback;
import android.net.LinkAddress;
import android.net.LinkProperties;
import android.net.Network;
import android.net.NetworkCapabilities;
import android.net.NetworkRequest;
import android.os.Handler;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The network that is in use. Behind a VPN that is not where senders at home reach the television: then its addresses
 * are those of the cable or Wi-Fi below.
 */
final class HomeNetwork {
    private final ConnectivityManager system;
    private final Runnable changed;
    private final Map<Network, LinkProperties> atHome = new LinkedHashMap<>();
    private Network used;
    private LinkProperties link;

    /** @param changed run on the handler's thread after every change */
    HomeNetwork(Context context, Handler handler, Runnable changed) {
        this.system = context.getSystemService(ConnectivityManager.class);
        this.changed = changed;
        used = system.getActiveNetwork();
        link = used == null ? null : system.getLinkProperties(used);
        system.registerDefaultNetworkCallback(inUse, handler);
        NetworkRequest cableOrWifi = new NetworkRequest.Builder()
                .addTransportType(NetworkCapabilities.TRANSPORT_ETHERNET)
                .addTransportType(NetworkCapabilities.TRANSPORT_WIFI)
                .build();
        system.registerNetworkCallback(cableOrWifi, below, handler);
    }

    void close() {
        system.unregisterNetworkCallback(inUse);
        system.unregisterNetworkCallback(below);
    }

    List<String> addresses() {
        LinkProperties reached =
                tunnel() && !atHome.isEmpty() ? atHome.values().iterator().next() : link;
        return reached == null
                ? List.of()
                : reached.getLinkAddresses().stream()
                        .map(LinkAddress::getAddress)
                        .filter(address -> !address.isLoopbackAddress())
                        .sorted((a, b) -> Integer.compare(preference(a), preference(b)))
                        .map(HomeNetwork::plain)
                        .collect(Collectors.toList());
    }

    List<String> dns() {
        return link == null
                ? List.of()
                : link.getDnsServers().stream().map(HomeNetwork::plain).collect(Collectors.toList());
    }

    private boolean tunnel() {
        NetworkCapabilities can = used == null ? null : system.getNetworkCapabilities(used);
        return can != null && can.hasTransport(NetworkCapabilities.TRANSPORT_VPN);
    }

    private static int preference(InetAddress address) {
        if (address instanceof Inet4Address) {
            return address.isLinkLocalAddress() ? 2 : 0;
        }
        return address.isLinkLocalAddress() ? 3 : 1;
    }

    /** Without the name of the interface, which says nothing outside of this device. */
    private static String plain(InetAddress address) {
        return address.getHostAddress().replaceFirst("%.*", "");
    }

    final NetworkCallback inUse = new NetworkCallback() {
        @Override
        public void onLinkPropertiesChanged(Network network, LinkProperties now) {
            used = network;
            link = now;
            changed.run();
        }

        @Override
        public void onLost(Network network) {
            if (network.equals(used)) {
                used = null;
                link = null;
                changed.run();
            }
        }
    };

    final NetworkCallback below = new NetworkCallback() {
        @Override
        public void onLinkPropertiesChanged(Network network, LinkProperties now) {
            atHome.put(network, now);
            changed.run();
        }

        @Override
        public void onLost(Network network) {
            atHome.remove(network);
            changed.run();
        }
    };
}
