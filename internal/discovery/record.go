package discovery

import (
	"encoding/binary"
	"net/netip"
	"strconv"
	"strings"
	"time"
)

// The names that all TVs share.
var (
	tvType   = named("_cuecard._tcp.local")
	webType  = named("_http._tcp.local")
	allTypes = named("_services._dns-sd._udp.local")
	local    = name{"local"}
)

// hostOf is the name that a TV's addresses have. It follows from the id alone, so that who knows that finds the TV.
func hostOf(id string, number int) name {
	suffix := ""
	if number > 1 {
		suffix = "-" + strconv.Itoa(number)
	}
	return local.under(labelOf("cuecard-"+id, suffix))
}

func pointer(from, to name) record {
	return record{name: from, kind: kindPTR, ttl: seconds(keepService), data: to.wire()}
}

func seconds(d time.Duration) uint32 { return uint32(d / time.Second) }

// target is the name that a PTR or SRV record leads to.
func (r record) target() name {
	p := parser{packet: r.data}
	if r.kind == kindSRV {
		p.at = 6
	}
	return p.name()
}

// port is that of an SRV record.
func (r record) port() uint16 { return binary.BigEndian.Uint16(r.data[4:]) }

// ip is the address of an A or AAAA record, or the zero one.
func (r record) ip() netip.Addr {
	ip, ok := netip.AddrFromSlice(r.data)
	if ok && (r.kind == kindA && ip.Is4() || r.kind == kindAAAA && ip.Is6()) {
		return ip
	}
	return netip.Addr{}
}

func addressRecord(host name, ip netip.Addr) record {
	k := kindAAAA
	if ip.Is4() {
		k = kindA
	}
	return record{name: host, kind: k, ttl: seconds(keepAddress), only: true, data: ip.AsSlice()}
}

// serviceRecord says where an instance is to be reached.
func serviceRecord(instance, host name, port uint16) record {
	data := binary.BigEndian.AppendUint16(make([]byte, 4), port)
	return record{name: instance, kind: kindSRV, ttl: seconds(keepAddress), only: true, data: append(data, host.wire()...)}
}

// textRecord describes an instance by key=value.
func textRecord(instance name, pairs ...string) record {
	var data []byte
	for _, pair := range pairs {
		pair = pair[:min(len(pair), 255)]
		data = append(append(data, byte(len(pair))), pair...)
	}
	return record{name: instance, kind: kindTXT, ttl: seconds(keepService), only: true, data: data}
}

// texts are the values of a TXT record; of a key that comes twice, the first.
func (r record) texts() map[string]string {
	values := map[string]string{}
	for data := r.data; len(data) > 0 && int(data[0]) < len(data); data = data[1+int(data[0]):] {
		key, value, _ := strings.Cut(string(data[1:1+int(data[0])]), "=")
		if _, ok := values[strings.ToLower(key)]; !ok {
			values[strings.ToLower(key)] = strings.ToValidUTF8(value, "\uFFFD")
		}
	}
	return values
}

// nothingElse says which kinds of address a host has, so that nobody waits for the others.
func nothingElse(host name, ips []netip.Addr) record {
	bits := make([]byte, 4)
	for _, ip := range ips {
		k := addressRecord(host, ip).kind
		bits[k/8] |= 0x80 >> (k % 8)
	}
	if bits[3] == 0 {
		bits = bits[:1]
	}
	data := append(host.wire(), 0, byte(len(bits)))
	return record{name: host, kind: kindNSEC, ttl: seconds(keepAddress), only: true, data: append(data, bits...)}
}
