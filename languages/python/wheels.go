package python

import (
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language/version"
)

// firstWheels are the first releases of packages in C or Rust that have wheels
// for a Python (pypi.org, Download files). An earlier one is compiled against an
// interpreter that it does not know, and most of these do not compile then.
var firstWheels = map[string]map[string]string{
	"aiohttp":       {"3.12": "3.9.0", "3.13": "3.10.5"},
	"asyncpg":       {"3.11": "0.27.0", "3.12": "0.29.0", "3.13": "0.30.0"},
	"gevent":        {"3.11": "22.10.1", "3.12": "23.7.0", "3.13": "24.10.1"},
	"greenlet":      {"3.11": "1.1.3", "3.12": "3.0.0", "3.13": "3.1.0"},
	"grpcio":        {"3.11": "1.49.0", "3.12": "1.59.0", "3.13": "1.66.2"},
	"lxml":          {"3.11": "4.9.1", "3.12": "4.9.3", "3.13": "5.3.0"},
	"numpy":         {"3.11": "1.23.2", "3.12": "1.26.0", "3.13": "2.1.0"},
	"orjson":        {"3.11": "3.7.7", "3.12": "3.9.3", "3.13": "3.10.7"},
	"pandas":        {"3.11": "1.5.0", "3.12": "2.1.1", "3.13": "2.2.3"},
	"pillow":        {"3.11": "9.2.0", "3.12": "10.0.0", "3.13": "10.4.0"},
	"pydantic-core": {"3.12": "2.1.2", "3.13": "2.20.0"},
	"scipy":         {"3.11": "1.9.2", "3.12": "1.11.2", "3.13": "1.14.1"},
	"uvloop":        {"3.11": "0.17.0", "3.12": "0.18.0", "3.13": "0.21.0"},
}

// olderPythons are what a pinned package is offered instead of the default.
var olderPythons = []string{defaultVersion, "3.12", "3.11"}

// wheelsFor chooses the newest Python that all pinned packages have wheels for,
// where nothing says a version: requirements that were frozen years ago were
// frozen on a Python of that time. Nothing where the default does.
func wheelsFor(p *projectFacts) finding.Finding[string] {
	at := 0
	var why finding.Evidence
	for _, n := range p.needs {
		pinned, exact := strings.CutPrefix(strings.TrimSpace(n.Specifier), "==")
		if !exact || n.dev || n.Marker != "" {
			continue
		}
		have, _, ok := version.ParseNumber(pinned)
		for ok && at < len(olderPythons)-1 {
			first, _, known := version.ParseNumber(firstWheels[n.Name][olderPythons[at]])
			if !known || !have.Less(first) {
				break
			}
			at++
			why = p.At("python.wheels", n.file, pinned)
			if n.Line > 0 {
				why = p.AtLine("python.wheels", n.file, n.Line)
			}
		}
	}
	if at == 0 {
		return finding.Finding[string]{}
	}
	return finding.Of(olderPythons[at], finding.Likely, why)
}
