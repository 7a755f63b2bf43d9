package address

import (
	"slices"
	"strings"
	"testing"
)

const head4 = "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT      \n"

func TestDefaultRoutesOfIPv4ComeInTheOrderOfTheirMetrics(t *testing.T) {
	for _, c := range []struct {
		name, table string
		want        []string
	}{
		{"nothing", "", nil},
		{"only the head", head4, nil},
		{"one", head4 + "eth0\t00000000\t0102A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0   \n", []string{"eth0"}},
		{"no end of line", head4 + "eth0\t00000000\t0102A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0", []string{"eth0"}},
		{"a network only", head4 + "eth0\t0002A8C0\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\t0\t0\n", nil},
		{"wireless before the cable", head4 +
			"wlan0\t00000000\t0102A8C0\t0003\t0\t0\t600\t00000000\t0\t0\t0\n" +
			"eth0\t00000000\t0102A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0\n" +
			"eth0\t0002A8C0\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\t0\t0\n", []string{"eth0", "wlan0"}},
		{"metrics are numbers, not words", head4 +
			"wlan0\t00000000\t0102A8C0\t0003\t0\t0\t1000\t00000000\t0\t0\t0\n" +
			"eth0\t00000000\t0102A8C0\t0003\t0\t0\t99\t00000000\t0\t0\t0\n", []string{"eth0", "wlan0"}},
		{"equal metrics", head4 +
			"wlan0\t00000000\t0102A8C0\t0003\t0\t0\t0\t00000000\t0\t0\t0\n" +
			"eth0\t00000000\t0102A8C0\t0003\t0\t0\t0\t00000000\t0\t0\t0\n", []string{"wlan0", "eth0"}},
		{"a metric past the signed numbers", head4 +
			"wlan0\t00000000\t0102A8C0\t0003\t0\t0\t-1\t00000000\t0\t0\t0\n" +
			"eth0\t00000000\t0102A8C0\t0003\t0\t0\t2147483647\t00000000\t0\t0\t0\n", []string{"eth0", "wlan0"}},
		{"the same metric printed as it is", head4 +
			"wlan0\t00000000\t0102A8C0\t0003\t0\t0\t4294967295\t00000000\t0\t0\t0\n" +
			"eth0\t00000000\t0102A8C0\t0003\t0\t0\t2147483647\t00000000\t0\t0\t0\n", []string{"eth0", "wlan0"}},
		{"without a gateway", head4 + "ppp0\t00000000\t00000000\t0001\t0\t0\t0\t00000000\t0\t0\t0\n", []string{"ppp0"}},
		{"half the addresses are no default", head4 +
			"tun0\t00000000\t0102A8C0\t0003\t0\t0\t0\t00000080\t0\t0\t0\n" +
			"tun0\t00000000\t0102A8C0\t0003\t0\t0\t0\t80000000\t0\t0\t0\n", nil},
		{"refused", head4 + "*\t00000000\t00000000\t0201\t0\t0\t0\t00000000\t0\t0\t0\n", nil},
		{"not in use", head4 + "eth0\t00000000\t0102A8C0\t0002\t0\t0\t0\t00000000\t0\t0\t0\n", nil},
		{"a metric that is no number", head4 + "eth0\t00000000\t0102A8C0\t0003\t0\t0\tlow\t00000000\t0\t0\t0\n", nil},
		{"flags that are no number", head4 + "eth0\t00000000\t0102A8C0\tUG\t0\t0\t0\t00000000\t0\t0\t0\n", nil},
		{"cut short", head4 + "eth0\t00000000\t0102A8C0\t0003\t0\t0\t0", nil},
		{"garbage around a route", "\x00\xff\n\n \t \n" +
			"eth0\t00000000\t0102A8C0\t0003\t0\t0\t0\t00000000\t0\t0\t0\nmore", []string{"eth0"}},
		{"a line without end", strings.Repeat("x", 1<<20), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := defaultRoutes(strings.NewReader(c.table), routeOf4); !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestDefaultRoutesOfIPv6ComeInTheOrderOfTheirMetrics(t *testing.T) {
	const (
		none  = "00000000000000000000000000000000"
		any   = none + " 00 " + none + " 00 "
		hop   = "fe800000000000000000000000000001 "
		local = "fd000000000000000000000000000000 40 " + none + " 00 " + none
	)
	for _, c := range []struct {
		name, table string
		want        []string
	}{
		{"nothing", "", nil},
		{"one", any + hop + "00000400 00000002 00000000 00000003     eth0\n", []string{"eth0"}},
		{"a network only", local + " 00000100 00000001 00000000 00000001     eth0\n", nil},
		{"all addresses of half a length", none + " 01 " + none + " 00 " + hop + "00000400 00000002 00000000 00000003 tun0\n", nil},
		{"the kernel's refusal", any + none + " ffffffff 00000001 00000000 00200200       lo\n", nil},
		{"an owner's refusal", any + none + " 00000001 00000001 00000000 00000201       lo\n", nil},
		{"not in use", any + hop + "00000400 00000002 00000000 00000002     eth0\n", nil},
		{"metrics are hexadecimal", any + hop + "00000a00 00000002 00000000 00450003    wlan0\n" +
			any + hop + "00000400 00000002 00000000 00450003     eth0\n", []string{"eth0", "wlan0"}},
		{"without a next hop", any + none + " 00000400 00000002 00000000 00000001     ppp0\n", []string{"ppp0"}},
		{"a metric that is no number", any + hop + "low 00000002 00000000 00000003     eth0\n", nil},
		{"cut short", any + hop + "00000400 00000002 00000000 00000003", nil},
		{"garbage around a route", "\x00\xff\n" + any + hop + "00000400 00000002 00000000 00000003     eth0\nmore", []string{"eth0"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := defaultRoutes(strings.NewReader(c.table), routeOf6); !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
