package phase

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/extract"
	"aipack/backend/detect/pipeline"
	"aipack/backend/detect/wiring"
	"aipack/backend/language"
)

// parts are the values of the variables of which the sources put together the address of
// a data service. Those are the service's, too, that a shell gives by itself (USER): in a
// container nothing does.
func parts(s *pipeline.ServiceContext, stores []string) map[string]wiring.Value {
	out := map[string]wiring.Value{}
	found := s.Facts.Parts()
	for _, name := range slices.Sorted(maps.Keys(found)) {
		part := found[name]
		if !slices.Contains(stores, part.Store) {
			continue
		}
		out[name] = wiring.Value{Name: name, Text: "{" + part.Store + "." + part.Field + "}", Confidence: finding.Likely, Why: part.Why}
		if !slices.ContainsFunc(s.Vars, func(v extract.Variable) bool { return v.Value.Name == name }) {
			one := extract.Read(name, finding.Likely, part.Why)
			one.Value.Required = true
			s.Vars = append(s.Vars, one)
		}
	}
	return out
}

// dialsPort reports whether PORT is the port of a data service to the program: it does
// not listen there, and is not told so by it.
func dialsPort(s *pipeline.ServiceContext) bool { return s.Facts.Parts()["PORT"].Field == "port" }

// withNumber is a start whose commands have the number in place of PORT.
func withNumber(start language.Start, port int) language.Start {
	word := language.PortWord(port)
	with := func(command []string) []string {
		out := slices.Clone(command)
		for i := range out {
			out[i] = strings.ReplaceAll(out[i], word, strconv.Itoa(port))
		}
		return out
	}
	start.Command = with(start.Command)
	start.Processes = slices.Clone(start.Processes)
	for i := range start.Processes {
		start.Processes[i].Command = with(start.Processes[i].Command)
	}
	return start
}
