package prove

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// wrongPort says that the program listens, but elsewhere. The fix moves the
// document to where the program is: its port, and whatever repeats it.
func wrongPort(c circumstances, _ []string) {
	declared, open := declaredPort(c), openPorts(c)
	c.failure.Field = "/runtime/ports/0/port"
	c.say("wrong_port", fmt.Sprintf("The document says port %d; the program listens on %s.", declared, strings.Join(texts(open), ", ")),
		fmt.Sprintf("Set the port to %d.", open[0]), movePort(c, declared, open[0])...)
}

func movePort(c circumstances, from, to int) []Edit {
	edits := []Edit{{"/runtime/ports/0/port", to}}
	if c.doc.Runtime.Environment["PORT"] == strconv.Itoa(from) {
		edits = append(edits, Edit{"/runtime/environment/PORT", strconv.Itoa(to)})
	}
	if h := c.doc.Runtime.Healthcheck; h != nil {
		number := regexp.MustCompile(`\b` + strconv.Itoa(from) + `\b`)
		command := slices.Clone(h.Command)
		for i := range command {
			command[i] = number.ReplaceAllString(command[i], strconv.Itoa(to))
		}
		if !slices.Equal(command, h.Command) {
			edits = append(edits, Edit{"/runtime/healthcheck/command", command})
		}
	}
	return edits
}

// declaredPort is the port that the image declares, else the document's.
func declaredPort(c circumstances) int {
	if ports := declaredPorts(c.report.Image, c.doc); len(ports) > 0 {
		return ports[0]
	}
	return 0
}

// openPorts are the ports the program has opened for everybody.
func openPorts(c circumstances) []int {
	if c.report.Start == nil {
		return nil
	}
	return listenedOn(c.report.Start.Listening)
}

func texts(ports []int) []string {
	out := make([]string, len(ports))
	for i, p := range ports {
		out[i] = strconv.Itoa(p)
	}
	return out
}
