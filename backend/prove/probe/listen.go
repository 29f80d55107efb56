package main

import (
	"fmt"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// listening reads the kernel's tables (proc(5), /proc/net/tcp): state 0A is
// LISTEN. What the probe itself lends is not listed. A socket of UDP listens to nobody in particular, which is state 07;
// those with a port that the kernel chose are not meant to be found. Sockets of the
// file system stand behind them.
func listening() []string {
	found := []string{}
	for _, table := range []struct{ name, protocol, state string }{
		{"tcp", "tcp", "0A"}, {"tcp6", "tcp", "0A"}, {"udp", "udp", "07"}, {"udp6", "udp", "07"},
	} {
		b, err := os.ReadFile("/proc/net/" + table.name)
		if err != nil {
			continue
		}
		for _, line := range strings.Split(string(b), "\n")[1:] {
			fields := strings.Fields(line)
			if len(fields) < 4 || fields[3] != table.state {
				continue
			}
			address, port, _ := strings.Cut(fields[1], ":")
			n, err := strconv.ParseUint(port, 16, 16)
			if err == nil && !strings.HasPrefix(ip(address), "127.77.") && (table.protocol == "tcp" || !byChance(n)) {
				found = append(found, fmt.Sprintf("%s %s:%d", table.protocol, ip(address), n))
			}
		}
	}
	if b, err := os.ReadFile("/proc/net/unix"); err == nil {
		found = append(found, sockets(string(b))...)
	}
	return found
}

// Bounds on what is told of sockets of the file system.
const (
	mostSockets = 20
	mostName    = 200
)

// accepting is the flag of a socket that waits for connections (__SO_ACCEPTCON).
const accepting = 1 << 16

// sockets reads those of the file system that wait for connections out of
// /proc/net/unix; in the name of one that has no file, "@" stands first
// (unix(7), proc_net(5)).
func sockets(table string) (found []string) {
	for line := range strings.Lines(table) {
		fields := strings.Fields(line)
		if len(fields) < 8 || len(found) == mostSockets {
			continue
		}
		flags, err := strconv.ParseUint(fields[3], 16, 32)
		if err != nil || flags&accepting == 0 {
			continue
		}
		name := strings.Map(func(r rune) rune {
			if unicode.IsControl(r) {
				return '?'
			}
			return r
		}, strings.ToValidUTF8(strings.Join(fields[7:], " "), "?"))
		if one := "unix " + name[:min(len(name), mostName)]; !slices.Contains(found, one) {
			found = append(found, strings.ToValidUTF8(one, ""))
		}
	}
	return found
}

// byChance reports whether a port is one of those that Linux gives to sockets
// without one of their own (net.ipv4.ip_local_port_range).
func byChance(port uint64) bool { return port >= 32768 && port <= 60999 }

// ip turns the kernel's hexadecimal words, each in the machine's byte order,
// into an address.
func ip(hex string) string {
	raw := make(net.IP, 0, 16)
	for i := 0; i+8 <= len(hex); i += 8 {
		word, err := strconv.ParseUint(hex[i:i+8], 16, 32)
		if err != nil {
			return hex
		}
		raw = append(raw, byte(word), byte(word>>8), byte(word>>16), byte(word>>24))
	}
	return raw.String()
}
