package phase

import (
	"testing"

	"aipack/backend/base/finding"
)

func TestWhatStandsInForAPortOfRoots(t *testing.T) {
	source := finding.Evidence{Rule: "port.source"}
	for name, c := range map[string]struct {
		lost []finding.Alternative
		want int
	}{
		"nothing":                  {nil, 8080},
		"the program's own":        {[]finding.Alternative{{Value: "3000"}, {Value: "3333", Evidence: source}}, 3333},
		"what it was followed to":  {[]finding.Alternative{{Value: "9191", Evidence: finding.Evidence{Rule: "python.start_port"}}, {Value: "8081", Evidence: source}}, 9191},
		"its own is root's, too":   {[]finding.Alternative{{Value: "443", Evidence: source}}, 8080},
		"one that no source names": {[]finding.Alternative{{Value: "3000"}}, 8080},
		"no port at all":           {[]finding.Alternative{{Value: "70000", Evidence: source}}, 8080},
	} {
		if got := freed(c.lost); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}
