package phase

import (
	"slices"
	"strings"

	"aipack/backend/extract"
	"aipack/backend/language"
	"aipack/backend/pipeline"
)

// told finds the environment variable by which the program is told its port: the
// one that the language followed to where it listens, the one that stands where
// the port was found, the framework's own, PORT where anything reads that. "" for
// none: the port is fixed, and a variable would only look as if it could be
// moved.
func told(s *pipeline.ServiceContext, a language.Address) string {
	switch {
	case a.PortVariable != "":
		return a.PortVariable
	case asksPort(s.Start.Value):
		return "PORT"
	}
	if _, fixed := extract.PortOf(s.Start.Value.Command); !fixed {
		if n, _ := extract.PortOf(s.Start.Value.Command); n == s.Port.Value && n != 0 {
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
// in by its shell.
func asksPort(start language.Start) bool {
	return slices.ContainsFunc(append([][]string{start.Command}, commandsOf(start)...), func(command []string) bool {
		line := strings.Join(command, " ")
		return strings.Contains(line, "$PORT") || strings.Contains(line, "${PORT") || strings.Contains(line, `"PORT"`) || strings.Contains(line, "'PORT'")
	})
}
