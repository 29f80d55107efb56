package cause

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/detect/healthcheck"
	"aipack/backend/universalbuild"
)

// Listener is a port that the program listens on and that its plan does not name.
type Listener struct {
	Port      int
	UDP       bool
	Inward    bool   // it is open for the container itself alone
	Operators bool   // as far as was seen its operators alone ask there
	Chance    bool   // the kernel chose it, as far as can be told: it may be another at the next start
	Said      string // what came of asking there: "answers GET / with 503"
	Path      string // by which it says there that it is healthy; "" for none
	Good      bool   // it answered, and well
	Root      bool   // its root is answered with 2xx, in HTTP without TLS
}

func (l Listener) name() string {
	if l.UDP {
		return "UDP port " + strconv.Itoa(l.Port)
	}
	return "port " + strconv.Itoa(l.Port)
}

// saying are the kinds whose plan names no port, in words.
var saying = map[universalbuild.Kind]string{
	universalbuild.Web: "a service that answers requests", universalbuild.Static: "a service that answers requests",
	universalbuild.Worker: "a worker", universalbuild.CLI: "a program that runs and ends",
}

// PortUnplanned is for a program that listens although its plan names no port: what
// it serves there is reached by nobody who goes by the plan. The edit names what
// it listens on, the likeliest port first, and says that it serves; what it answers
// is seen when that is proved.
func PortUnplanned(doc universalbuild.UniversalBuild, list []Listener) *Unhealthy {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b Listener) int { return a.rank() - b.rank() })
	u := &Unhealthy{Rule: "port_unplanned", Field: "/runtime/ports"}
	is, ok := saying[doc.Metadata.Kind]
	if !ok {
		is = "a program without a port"
	}
	var told, names []string
	for _, l := range list {
		told = append(told, "on "+l.name()+", where it "+l.Said)
		names = append(names, l.name())
	}
	named := "no port is named"
	if len(doc.Runtime.Ports) > 0 {
		named = "no port of TCP is named"
	}
	u.Cause = fmt.Sprintf("By the plan this is %s, and %s; but it listens %s. Nobody who goes by the plan reaches it.", is, named, enumerated(told))
	kind := universalbuild.Web
	u.Fix = fmt.Sprintf("Name %s in the plan, and say that it is a web service.", enumerated(names))
	switch operated := !slices.ContainsFunc(list, func(l Listener) bool { return !l.Operators }); {
	case doc.Metadata.Kind == universalbuild.Web:
		u.Fix = fmt.Sprintf("Name %s in the plan.", enumerated(names))
	case operated:
		kind = universalbuild.Worker // one that has it for its operators serves nobody else, as far as can be seen
		u.Fix = fmt.Sprintf("Name %s in the plan; if others than its operators ask there, say that it is a web service.", enumerated(names))
	}
	if list = slices.DeleteFunc(list, func(l Listener) bool { return l.Chance }); len(list) == 0 {
		u.Fix = "Let the program listen on a port of its own, for this one may be another at each start; then name it in the plan, and say that it is a web service."
		return u
	}
	if slices.ContainsFunc(list, func(l Listener) bool { return l.Inward }) {
		u.Fix += " And let it listen on 0.0.0.0."
	}
	if doc.Metadata.Kind != kind {
		u.Edits = append(u.Edits, Edit{"/metadata/kind", kind})
	}
	planned := slices.Clone(doc.Runtime.Ports)
	for _, l := range list {
		protocol := "tcp"
		if l.UDP {
			protocol = "udp"
		}
		planned = append(planned, universalbuild.Port{Port: l.Port, Protocol: protocol})
	}
	u.Edits = append(u.Edits, Edit{"/runtime/ports", planned})
	if first := list[0]; !first.UDP && doc.Runtime.Healthcheck == nil {
		if check := healthcheck.Of(doc.Runtime.BaseImage, strconv.Itoa(first.Port), first.path()); check != nil {
			u.Edits = append(u.Edits, Edit{"/runtime/healthcheck", check})
		}
	}
	if first := list[0]; first.Inward {
		u.inward = first.Port
	}
	return u
}

// ServesElsewhere is for a program that serves nobody at the port that its plan
// names, which does what is said, and somebody at another.
func ServesElsewhere(doc universalbuild.UniversalBuild, planned int, does string, l Listener) *Unhealthy {
	return &Unhealthy{
		Rule: "port_unplanned", Field: "/runtime/ports/0/port",
		Cause: fmt.Sprintf("Port %d, which the plan names, %s; but the program listens on port %d too, where it %s.", planned, does, l.Port, l.Said),
		Fix:   fmt.Sprintf("Set the port to %d, if that is the service's; otherwise name a health path that port %d answers.", l.Port, planned),
		Edits: MovePort(doc.Runtime, l.Port),
	}
}

// path is the one by which a health check asks; "" for one that only connects,
// because the program would not be well by any path.
func (l Listener) path() string {
	if l.Path == "" && l.Root {
		return "/"
	}
	return l.Path
}

// rank says how likely a port is the service's own.
func (l Listener) rank() int {
	switch {
	case l.UDP:
		return 4
	case l.Inward:
		return 3
	case l.Root:
		return 0
	case l.Good:
		return 1
	}
	return 2
}

func enumerated(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}
