// Package healthcheck writes the command by which an image asks its own program
// whether it is healthy. It knows neither how a port or a path is found nor what is
// made of the check.
package healthcheck

import (
	"fmt"
	"strings"

	"aipack/backend/universalbuild"
)

// Of is the check for a runtime image: that the path is answered on the port, or,
// without a path, that the port accepts a connection. Debian's and Ubuntu's
// images hold bash and neither curl nor wget, so bash speaks HTTP itself (bash
// manual, REDIRECTIONS: /dev/tcp/host/port). The request leaves in one write: a
// server that answers its first line and closes would otherwise kill bash with
// SIGPIPE. Alpine has busybox wget, which asks for the root where no path is known.
// Images without a shell get none. The port may be a word of the shell.
func Of(image, port, path string) *universalbuild.Healthcheck {
	h := &universalbuild.Healthcheck{Interval: "30s", Timeout: "5s", Retries: 3, StartPeriod: "15s", Path: path}
	address := "127.0.0.1/" + port
	switch {
	case image == "scratch" || strings.Contains(image, "distroless"):
		return nil
	case strings.Contains(image, "alpine"):
		h.Command = []string{"sh", "-c", "wget -q -O /dev/null " + word("http://127.0.0.1:"+port+safePath(path))}
	case path == "":
		h.Command = []string{"bash", "-c", "exec 3<>/dev/tcp/" + address}
	default:
		h.Command = []string{"bash", "-c", fmt.Sprintf(
			`exec 3<>/dev/tcp/%s && cat <<<$'GET %s HTTP/1.0\r\nHost: localhost\r\n\r' >&3 && read -r -t 4 _ status _ <&3 && [[ $status == [23]* ]]`,
			address, safePath(path))}
	}
	return h
}

// word is an address as one word of the shell, in which the port may still be a
// variable.
func word(address string) string {
	if strings.ContainsAny(address, "?&~") {
		return `"` + address + `"`
	}
	return address
}

// safePath keeps a path that was read from a repository from ending the quotes
// around it.
func safePath(p string) string {
	var b strings.Builder
	for _, c := range []byte(p) {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte("/-_.~=?&", c) >= 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}
