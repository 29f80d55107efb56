// Package ports reads what a container's programs listen on, as the probe lists
// it: "tcp 0.0.0.0:8080". It knows neither documents nor verdicts.
package ports

import (
	"slices"
	"strconv"
	"strings"
)

// Open are the TCP ports that are open to everybody, without those of the
// loopback alone, sorted.
func Open(listening []string) (ports []int) {
	for _, l := range listening {
		if !strings.HasPrefix(l, "tcp ") || strings.HasPrefix(l, "tcp 127.") || strings.HasPrefix(l, "tcp ::1:") {
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
