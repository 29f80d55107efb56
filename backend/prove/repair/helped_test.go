package repair

import (
	"testing"

	"aipack/backend/prove"
	"aipack/backend/universalbuild"
)

// TestFurther: what a guess has to come to. A failure that names what the guess itself
// has put there is no step ahead.
func TestFurther(t *testing.T) {
	t.Parallel()
	at := func(stage, rule, cause, field string) *prove.Report {
		r := failed(stage, rule, cause)
		r.Failure.Field = field
		return r
	}
	missing := at("start", "missing_module", "index.js is not in the image.", "/runtime/command")
	for name, c := range map[string]struct {
		after *prove.Report
		field string
		want  bool
	}{
		"it came up":                    {well(), "/runtime/command", true},
		"a later stage":                 {at("health", "wrong_port", "It listens on 1.", "/runtime/ports"), "/runtime/command", true},
		"the next of its kind":          {at("start", "missing_module", "b.js is not in the image.", "/runtime/command"), "/build/build_commands", true},
		"its own doing":                 {at("start", "missing_module", "other.js is not in the image.", "/runtime/command"), "/runtime/command", false},
		"a part of its own doing":       {at("start", "missing_module", "other.js is not in the image.", "/runtime/command/1"), "/runtime/command", false},
		"the same":                      {missing, "/build/build_commands", false},
		"another kind at the same step": {at("start", "crash", "It crashed.", "/runtime/command"), "/build/build_commands", false},
		"it is there, and a file lacks": {at("start", "file_missing", "The program wants the file log.", ""), "/build/pre_build_commands", true},
		"another program lacks a file":  {at("start", "file_missing", "The program wants the file log.", ""), "/runtime/command", false},
		"an earlier stage":              {at("build", "unknown", "It broke.", "/build/build_commands"), "/build/build_commands", false},
	} {
		if got := further(missing, c.after, []universalbuild.Change{{Field: c.field}}); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
