package discovery

import (
	"cmp"
	"net/netip"
	"slices"
	"strings"
)

// catalogue is what a search has heard so far.
type catalogue struct {
	instances map[string]*entry // by the key of their name
	hosts     map[string][]netip.Addr
}

// entry is a TV of which not all may be known yet.
type entry struct {
	label  string
	name   name
	linked bool // somebody said that it is a TV
	host   name
	port   uint16
	texts  map[string]string
}

func newCatalogue() *catalogue {
	return &catalogue{map[string]*entry{}, map[string][]netip.Addr{}}
}

func (c *catalogue) take(p packet) {
	if !p.message.response {
		return
	}
	for _, section := range [][]record{p.message.answers, p.message.additional} {
		for _, r := range section {
			c.note(r, p.port.link)
		}
	}
}

func (c *catalogue) note(r record, l link) {
	switch r.kind {
	case kindPTR:
		if !r.name.is(tvType) {
			return
		}
		if r.ttl == 0 {
			delete(c.instances, r.target().key())
		} else if e := c.entry(r.target()); e != nil {
			e.linked = true
		}
	case kindSRV:
		if e := c.entry(r.name); e != nil && r.ttl > 0 {
			e.host, e.port, e.linked = r.target(), r.port(), true
		}
	case kindTXT:
		if e := c.entry(r.name); e != nil && r.ttl > 0 {
			e.texts = r.texts()
		}
	case kindA, kindAAAA:
		c.noteAddress(r, l)
	}
}

// entry is that of an instance; nil if it is no TV, or one too many.
func (c *catalogue) entry(instance name) *entry {
	if len(instance) < 2 || !instance[1:].is(tvType) {
		return nil
	}
	key := instance.key()
	if c.instances[key] == nil && len(c.instances) < mostInstances {
		c.instances[key] = &entry{label: instance[0], name: instance}
	}
	return c.instances[key]
}

func (c *catalogue) noteAddress(r record, l link) {
	ip, key := r.ip(), r.name.key()
	if !ip.IsValid() || ip.Is4In6() || !ip.IsGlobalUnicast() && !ip.IsLinkLocalUnicast() {
		return
	}
	if ip.Is6() && ip.IsLinkLocalUnicast() {
		ip = ip.WithZone(l.name)
	}
	known := c.hosts[key]
	switch {
	case r.ttl == 0:
		c.hosts[key] = slices.DeleteFunc(known, func(a netip.Addr) bool { return a == ip })
	case slices.Contains(known, ip) || len(known) >= mostAddresses || known == nil && len(c.hosts) >= 2*mostInstances:
	default:
		c.hosts[key] = append(known, ip)
	}
}

// ask are the questions whose answers are still missing.
func (c *catalogue) ask(id string) []message {
	m := message{questions: []question{{name: tvType, kind: kindPTR}}}
	for _, e := range c.instances {
		if len(m.questions) > 16 {
			break
		}
		switch {
		case e.host == nil || e.texts == nil:
			m.questions = append(m.questions, question{name: e.name, kind: kindAny})
		case len(c.hosts[e.host.key()]) == 0:
			m.questions = append(m.questions, question{name: e.host, kind: kindA}, question{name: e.host, kind: kindAAAA})
		}
	}
	if id == "" {
		return []message{m}
	}
	return []message{{questions: []question{{name: hostOf(id, 0), kind: kindAny}}}, m}
}

func (c *catalogue) has(wanted func(Found) bool) bool {
	return wanted != nil && slices.ContainsFunc(c.all(), wanted)
}

// all are the TVs of which enough is known to reach them.
func (c *catalogue) all() []Found {
	var all []Found
	for _, e := range c.instances {
		if !e.linked || e.host == nil || e.port == 0 || e.texts == nil {
			continue
		}
		ips := slices.Clone(c.hosts[e.host.key()])
		if len(ips) == 0 {
			continue
		}
		slices.SortStableFunc(ips, func(a, b netip.Addr) int { return cmp.Compare(trouble(a), trouble(b)) })
		all = append(all, Found{ID: e.texts["id"], Name: strings.ToValidUTF8(e.label, "\uFFFD"), Version: e.texts["version"],
			Token: e.texts["auth"] == "token", Port: e.port, IPs: ips})
	}
	slices.SortFunc(all, func(a, b Found) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID)) })
	return all
}

// trouble is how seldom an address of that kind works for everybody.
func trouble(ip netip.Addr) int {
	switch {
	case ip.Is4() && !ip.IsLinkLocalUnicast():
		return 0
	case ip.Is6() && !ip.IsLinkLocalUnicast():
		return 1
	case ip.Is4():
		return 2
	default:
		return 3
	}
}
