package address

import (
	"bufio"
	"cmp"
	"io"
	"slices"
	"strconv"
	"strings"
)

// route is a default route: the interface that holds it, and its rank, where less is better.
type route struct {
	link   string
	metric uint32
}

// parser reads the columns of one line, and says whether they are a default route in use.
type parser func(columns []string) (route, bool)

// Flags of a route, the same in both tables.
const (
	flagUp     = 0x0001
	flagReject = 0x0200 // says "there is no way", and may stand where a default route would
)

// defaultRoutes gives the interfaces of the default routes in a table, the lowest metric first. Equal metrics keep the
// kernel's order. What is not a route is passed over.
func defaultRoutes(table io.Reader, parse parser) []string {
	var routes []route
	for lines := bufio.NewScanner(table); lines.Scan(); {
		if r, ok := parse(strings.Fields(lines.Text())); ok {
			routes = append(routes, r)
		}
	}
	slices.SortStableFunc(routes, func(a, b route) int { return cmp.Compare(a.metric, b.metric) })
	names := make([]string, len(routes))
	for i, r := range routes {
		names[i] = r.link
	}
	return names
}

// routeOf4 reads a line of /proc/net/route:
//
//	Iface Destination Gateway Flags RefCnt Use Metric Mask MTU Window IRTT
//
// Addresses there are hexadecimal in the machine's byte order. The default route is zero in any order, and it needs no
// gateway: a modem's line has none.
func routeOf4(columns []string) (route, bool) {
	if len(columns) < 8 || !zero(columns[1], 8) || !zero(columns[7], 8) || !inUse(columns[3]) {
		return route{}, false
	}
	// Some kernels print the unsigned metric as a signed number.
	metric, err := strconv.ParseInt(columns[6], 10, 64)
	return route{link: columns[0], metric: uint32(metric)}, err == nil
}

// routeOf6 reads a line of /proc/net/ipv6_route, all hexadecimal:
//
//	destination length source length next-hop metric refcount use flags interface
func routeOf6(columns []string) (route, bool) {
	if len(columns) < 10 || !zero(columns[0], 32) || !zero(columns[1], 2) || !inUse(columns[8]) {
		return route{}, false
	}
	metric, err := strconv.ParseUint(columns[5], 16, 32)
	return route{link: columns[9], metric: uint32(metric)}, err == nil
}

func zero(column string, digits int) bool {
	return column == strings.Repeat("0", digits)
}

func inUse(column string) bool {
	flags, err := strconv.ParseUint(column, 16, 32)
	return err == nil && flags&flagUp != 0 && flags&flagReject == 0
}
