package python

import (
	"strconv"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/pysource"
)

// defaultPort is what the source falls back to where PORT is not set,
// else what the way of serving suggests: gunicorn's own default is 8000.
func defaultPort(p *projectFacts, app application) int {
	if port := sourcePort(app.file); port != 0 {
		return port
	}
	if port := gunicornPort(p); port != 0 && p.uses("gunicorn") {
		return port
	}
	if port, _ := servedPort(p, app.file, false); port != 0 {
		return port
	}
	if app.framework == "Flask" && !p.uses("gunicorn", "waitress", "uwsgi", "pyuwsgi", "granian") {
		return 5000
	}
	for _, f := range frameworks {
		if f.Name == app.framework && f.Port != 0 && app.framework != "Flask" {
			return f.Port
		}
	}
	return 8000
}

// sourcePort reads the port in the file that is started: the fallback
// of reading PORT, else the literal that a server is given.
func sourcePort(f sourceFile) int {
	literal := 0
	for _, c := range f.Calls {
		last := c.Name[strings.LastIndexByte(c.Name, '.')+1:]
		if (last == "get" || last == "getenv" || last == "config" || last == "int" || last == "env") && len(c.Args) > 1 {
			if name, _ := c.Args[0].Text(); name == "PORT" {
				if port := portOf(c.Args[len(c.Args)-1].Tokens); port != 0 {
					return port
				}
			}
		}
		if last != "run" && last != "run_app" && last != "serve" && last != "run_server" && last != "run_simple" {
			continue
		}
		if a, ok := c.Arg("port"); ok && literal == 0 {
			literal = portOf(a.Tokens)
		}
	}
	return literal
}

func portOf(t []pysource.Token) int {
	if len(t) != 1 || t[0].Kind != pysource.Number && t[0].Kind != pysource.String {
		return 0
	}
	port, err := strconv.Atoi(t[0].Text)
	if err != nil || port < 1 || port > 65535 {
		return 0
	}
	return port
}

// port reads where the command that was chosen listens.
func port(p *language.Project) finding.Finding[int] {
	if len(p.Start.Value.Command) == 0 {
		return finding.Finding[int]{}
	}
	line := strings.Join(p.Start.Value.Command, " ")
	why := finding.Evidence{Rule: "python.start_port"}
	if len(p.Start.Evidence) > 0 {
		why = p.Start.Evidence[0]
		why.Rule = "python.start_port"
	}
	if m := portInLine.Regexp().FindStringSubmatch(line); m != nil {
		for _, text := range m[1:] {
			if port, err := strconv.Atoi(text); err == nil && port > 0 && port < 65536 {
				return finding.Of(port, finding.Likely, why)
			}
		}
	}
	if strings.Contains(line, "gunicorn") && !strings.Contains(line, "-b ") && !strings.Contains(line, "--bind") {
		facts := read(p.Folder)
		if n, why := gunicornBinds(facts, line); n != 0 {
			return finding.Of(n, finding.Likely, why)
		}
	}
	if strings.Contains(line, "gunicorn") || strings.Contains(line, "uvicorn") || strings.Contains(line, "hypercorn") {
		const own = 8000 // the default of all three
		return finding.Of(own, finding.Guess, why)
	}
	facts := read(p.Folder)
	if plan := planOf(facts); plan.ran != nil && p.Start.Value.Command[0] == strings.Fields(command(plan.line, ".")[0])[0] {
		if n, why := servedPort(facts, *plan.ran, true); n != 0 {
			return finding.Of(n, finding.Likely, why)
		}
	} else if f, ok := facts.ranBy(line); ok {
		if n, why := portGiven(facts, reach(p.Folder, f), nil); n != 0 {
			return finding.Of(n, finding.Likely, why)
		}
	}
	return finding.Finding[int]{}
}

const portInLine = language.Pattern(`\$\{PORT:-(\d{2,5})\}|(?:--port|--server\.port|-p)[= ](\d{2,5})\b|(?:0\.0\.0\.0|\[::\]|\s):(\d{2,5})\b|["']PORT["'], (\d{2,5})\)`)
