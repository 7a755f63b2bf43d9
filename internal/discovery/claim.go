package discovery

import (
	"bytes"
	"net/netip"
	"slices"
	"strconv"
)

// claim is a TV under names that are its own on the network.
type claim struct {
	tv         TV
	nth, nthID int // 2 and more when another device has the name, or the id
}

func (c claim) label() string {
	if c.nth < 2 {
		return labelOf(c.tv.Name, "")
	}
	return labelOf(c.tv.Name, " ("+strconv.Itoa(c.nth)+")")
}

func (c claim) host() name { return hostOf(c.tv.ID, c.nthID) }

func (c claim) instances() []name { return []name{tvType.under(c.label()), webType.under(c.label())} }

// names are those that no other device may have.
func (c claim) names() []name { return append(c.instances(), c.host()) }

// unique are the records of those names, on a link with these addresses.
func (c claim) unique(ips []netip.Addr) []record {
	auth := "none"
	if c.tv.Token {
		auth = "token"
	}
	instances, host := c.instances(), c.host()
	records := []record{
		serviceRecord(instances[0], host, c.tv.Port),
		textRecord(instances[0], "id="+c.tv.ID, "name="+c.tv.Name, "version="+c.tv.Version, "path=/", "auth="+auth),
		serviceRecord(instances[1], host, c.tv.Port),
		textRecord(instances[1], "path=/"),
	}
	for _, ip := range ips {
		records = append(records, addressRecord(host, ip))
	}
	return records
}

// shared are the records whose names every TV has.
func (c claim) shared() []record {
	instances := c.instances()
	return []record{pointer(tvType, instances[0]), pointer(webType, instances[1]), pointer(allTypes, tvType), pointer(allTypes, webType)}
}

// records are all that others may ask for.
func (c claim) records(ips []netip.Addr) []record {
	return append(append(c.shared(), c.unique(ips)...), nothingElse(c.host(), ips))
}

// farewell are the records that others should forget. That there are TVs and web pages stays true for other devices.
func (c claim) farewell(ips []netip.Addr) []record {
	records := append(c.shared()[:2], c.unique(ips)...)
	for i := range records {
		records[i].ttl = 0
	}
	return records
}

// disputes tells which of the claim's names another device's record is against. Records that this machine itself has
// sent, over whichever link, are not.
func (c claim) disputes(r record, own []netip.Addr) (name, id bool) {
	if r.ttl == 0 {
		return false, false
	}
	switch r.kind {
	case kindSRV:
		for _, instance := range c.instances() {
			if r.name.is(instance) && (r.port() != c.tv.Port || !r.target().is(c.host())) {
				name = true
			}
		}
	case kindA, kindAAAA:
		id = r.name.is(c.host()) && !slices.Contains(own, r.ip())
	}
	return name, id
}

// yields reports whether another device that probes for a name at this moment gets it, by the rule of the RFC: the
// later records win.
func (c claim) yields(theirs []record, ips, own []netip.Addr) bool {
	theirs = slices.DeleteFunc(slices.Clone(theirs), func(r record) bool { return slices.Contains(own, r.ip()) })
	for _, n := range c.names() {
		asked := ordered(theirs, n)
		if len(asked) > 0 && slices.CompareFunc(ordered(c.unique(ips), n), asked, bytes.Compare) < 0 {
			return true
		}
	}
	return false
}

// ordered are the kinds and data of a name's records, the earliest first.
func ordered(records []record, n name) [][]byte {
	var found [][]byte
	for _, r := range records {
		if r.name.is(n) {
			found = append(found, append([]byte{byte(r.kind >> 8), byte(r.kind)}, r.data...))
		}
	}
	slices.SortFunc(found, bytes.Compare)
	return found
}
