package cause

import (
	"strings"

	"aipack/backend/prove/patch"
	"aipack/backend/universalbuild"
)

// Calls by which Python's servers are started by the program itself, and where in them
// the address stands: Flask's and its kin's run takes it by name alone or first
// (https://flask.palletsprojects.com/en/stable/api/#flask.Flask.run), uvicorn's after
// the application (https://uvicorn.dev/deployment/#running-programmatically).
const (
	addressWritten = `(\b(?:host|bind)\s*=\s*)(["'])(?:127\.0\.0\.1|localhost)["']`
	flaskRuns      = `^(\s*(?:app|application|server|api|flask_app|socketio)\.run\()`
	uvicornRuns    = `(\buvicorn\.run\(\s*(?:"[^"\n]*"|'[^'\n]*'|[\w.]+))`
)

// inSources lets a program listen for everybody that says in its own source where it
// listens, as far as the plan says at which place: no variable changes what a file of
// Python that is run calls its server with.
func inSources(c circumstances) []patch.Replacement {
	line := strings.Join(c.Document.Runtime.Command, " ")
	if !strings.Contains(line, "python ") || strings.Contains(line, "flask ") {
		return nil
	}
	sent := c.Document.Build.Context
	if sent == "" {
		sent = c.Document.Metadata.Path
	}
	for _, w := range c.Document.Warnings {
		if w.Code != universalbuild.BindsToLocalhost || w.Path == "" {
			continue
		}
		one := patch.Replacement{Path: strings.TrimPrefix(w.Path, sent+"/")}
		switch w.Fix {
		case universalbuild.GiveHost:
			if one.Find, one.Replace = flaskRuns, `${1}host="0.0.0.0", `; strings.Contains(w.Message, "uvicorn") {
				one.Find, one.Replace = uvicornRuns, `${1}, host="0.0.0.0"`
			}
		default:
			one.Find, one.Replace = addressWritten, `${1}${2}0.0.0.0${2}`
		}
		return []patch.Replacement{one}
	}
	return nil
}
