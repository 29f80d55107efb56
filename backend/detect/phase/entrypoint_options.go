package phase

import (
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/pipeline"
	"aipack/backend/detect/wiring"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// withOptions gives a program the options by which the script of the project's own
// container tells it where its data services are: it reads no variables for them.
func withOptions(s *pipeline.ServiceContext, own finding.Finding[language.Start]) finding.Finding[language.Start] {
	command := own.Value.Command
	if len(command) != 2 || command[0] != "node" || strings.ContainsAny(command[1], " \"'$`") {
		return own
	}
	options := s.Facts.ScriptOptions(command[1])
	if len(options) == 0 {
		return own
	}
	var plan wiring.Plan
	for _, b := range s.Facts.Backing() {
		plan.Stores = append(plan.Stores, b.Value)
	}
	line, why := "exec "+strings.Join(command, " "), []finding.Evidence{}
	for _, o := range options {
		text, _ := wiring.ByName(universalbuild.Variable{Name: o.Variable, Required: true}, plan)
		store, _, _ := strings.Cut(strings.TrimPrefix(text, "{"), ".")
		if slices.Contains(plan.Stores, store) {
			line += " ${" + o.Variable + ":+" + o.Flag + ` "$` + o.Variable + `"}`
			why = append(why, o.Why)
		}
	}
	if len(why) == 0 {
		return own
	}
	own.Value.Command = []string{"sh", "-c", line}
	own.Evidence = append(slices.Clone(own.Evidence), why...)
	return own
}
