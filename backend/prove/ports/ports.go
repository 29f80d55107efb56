// Package ports reads what a container's programs listen on, as the probe lists
// it: "tcp 0.0.0.0:8080", "unix /run/door.sock". It knows neither documents nor verdicts.
package ports

import (
	"net"
	"slices"
	"strconv"
	"strings"
)

// Open are the TCP ports that are open to everybody, without those of the
// loopback alone, sorted.
func Open(listening []string) []int { return numbers(listening, "tcp ", false) }

// Within are the TCP ports that are open for the container itself alone, sorted.
func Within(listening []string) []int {
	return slices.DeleteFunc(numbers(listening, "tcp ", true), func(p int) bool { return !Inward(listening, p) })
}

// UDP are the ports of UDP that are open to everybody, sorted.
func UDP(listening []string) []int { return numbers(listening, "udp ", false) }

// Sockets are the names of Unix sockets: paths in the file system, and "@name" for those
// that have no file.
func Sockets(listening []string) (names []string) {
	for _, l := range listening {
		if name, ok := strings.CutPrefix(l, "unix "); ok {
			names = append(names, name)
		}
	}
	return names
}

// numbers are the ports of a protocol, on the loopback or on other addresses.
func numbers(listening []string, protocol string, loopback bool) (ports []int) {
	for _, l := range listening {
		address, ok := strings.CutPrefix(l, protocol)
		if !ok || loopback != (strings.HasPrefix(address, "127.") || strings.HasPrefix(address, "::1:")) {
			continue
		}
		if n, err := strconv.Atoi(l[strings.LastIndexByte(l, ':')+1:]); err == nil && !slices.Contains(ports, n) {
			ports = append(ports, n)
		}
	}
	slices.Sort(ports)
	return ports
}

// At are the entries of a TCP port.
func At(listening []string, port int) (found []string) {
	for _, l := range listening {
		if strings.HasPrefix(l, "tcp ") && strings.HasSuffix(l, ":"+strconv.Itoa(port)) {
			found = append(found, l)
		}
	}
	return found
}

// Address is where a TCP port is open, as whoever connects writes it: to everybody
// where it is, "[::]:8000", else "127.0.0.1:8000"; "" where it is not open.
func Address(listening []string, port int) string {
	entries := At(listening, port)
	for _, entry := range entries {
		if len(Open([]string{entry})) > 0 {
			entries = []string{entry}
			break
		}
	}
	if len(entries) == 0 {
		return ""
	}
	number := strconv.Itoa(port)
	return net.JoinHostPort(strings.TrimSuffix(strings.TrimPrefix(entries[0], "tcp "), ":"+number), number)
}

// Inward reports whether a port is open for the container itself alone.
func Inward(listening []string, port int) bool {
	entries := At(listening, port)
	return len(entries) > 0 && len(Open(entries)) == 0
}

// Words lists ports as text.
func Words(ports []int) []string {
	out := make([]string, len(ports))
	for i, p := range ports {
		out[i] = strconv.Itoa(p)
	}
	return out
}
