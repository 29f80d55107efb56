package phase

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/detect/deployment"
	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
)

// told finds the environment variable by which the program is told its port: the
// one that the language followed to where it listens, the one that stands where
// the port was found, the framework's own, PORT where anything reads that. "" for
// none: the port is fixed, and a variable would only look as if it could be
// moved, or the variable takes a whole address, for which a number is none, or is that
// of a data service.
func told(s *pipeline.ServiceContext, a language.Address) string {
	name := tells(s, a)
	if name == a.HostVariable || name == "PORT" && dialsPort(s) {
		return ""
	}
	return name
}

func tells(s *pipeline.ServiceContext, a language.Address) string {
	switch {
	case a.PortVariable != "":
		return a.PortVariable
	case asksPort(s.Start.Value):
		return "PORT"
	}
	if _, fixed := deployment.PortOf(s.Start.Value.Command); !fixed {
		if n, _ := deployment.PortOf(s.Start.Value.Command); n == s.Port.Value && n != 0 {
			return "" // the command itself names it
		}
	}
	if name := s.Facts.PortVariable(s.Port); name != "" {
		return name
	}
	if f, ok := s.KnownFramework(); ok && f.PortVariable != "" {
		return f.PortVariable
	}
	if _, ok := s.Facts.Names("PORT"); ok {
		return "PORT"
	}
	return ""
}

// asksPort reports whether a command, or one that runs beside it, has PORT put
// in by its shell, or is a server that takes it where it is not told an address.
func asksPort(start language.Start) bool {
	return slices.ContainsFunc(append([][]string{start.Command}, commandsOf(start)...), func(command []string) bool {
		line := strings.Join(command, " ")
		return strings.Contains(line, "$PORT") || strings.Contains(line, "${PORT") || strings.Contains(line, `"PORT"`) || strings.Contains(line, "'PORT'") || unbound(line)
	})
}

// unbound reports whether a line starts Gunicorn without an address: it listens
// on 0.0.0.0:$PORT where PORT is set, else on the loopback address alone
// (docs.gunicorn.org, Settings, bind).
func unbound(line string) bool {
	words := strings.Fields(line)
	at := slices.IndexFunc(words, func(w string) bool { return path.Base(w) == "gunicorn" })
	return at >= 0 && !slices.ContainsFunc(words[at:], func(w string) bool {
		return strings.HasPrefix(w, "-b") || strings.HasPrefix(w, "--bind") || strings.HasPrefix(w, "-c") || strings.HasPrefix(w, "--config")
	})
}
