// Package shell knows scripts that start something where there is no other
// program. It offers Language.
package shell

import (
	"aipack/backend/language"
)

// Language is a script that starts something, in a repository that holds no other
// program.
var Language = language.Language{
	ID:         "shell",
	Name:       "Shell",
	Extensions: []string{".sh", ".bash", ".zsh"},
	Systems: []language.System{{
		ID: "shell", Name: "Shell script",
		Practices: language.Practices{
			BuildImage: "debian:bookworm-slim", RuntimeImage: "debian:bookworm-slim",
			Notes: []string{
				"The script's first line decides the interpreter; /bin/sh on Debian is dash, which knows no bash syntax.",
				"exec the last command, so that it gets the signals that stop the container.",
			},
		},
	}},
	EnvReads: []language.Pattern{
		`\$\{([A-Z][A-Z0-9_]*):?[-=]([^}\n]*)\}`,
		`\$\{([A-Z][A-Z0-9_]*):?\?`,
	},
	PortUses: []language.Pattern{
		`\$\{PORT:?[-=](\d{2,5})\}`,
		`(?m)^[ \t]*(?:export\s+)?PORT=["']?(\d{2,5})\b`,
		`\b(?:nc|ncat|netcat)\s+(?:-[a-zA-Z]*\s+)*-[a-zA-Z]*l[a-zA-Z]*\s+(?:-p\s*)?(\d{2,5})\b`,
		`\bTCP(?:4|6)?-LISTEN:(\d{2,5})\b`,
	},
	Routes: []language.Pattern{
		`(?m)^[ \t]*["']?(/[A-Za-z0-9_/-]*)["']?\)`,
	},
	Claim:  claim,
	Start:  start,
	Recipe: recipe,
}

const (
	// listens are commands that wait for connections. That a script speaks of
	// a port, or hands PORT on, says nothing: it may call what listens there.
	listens = language.Pattern(`(?m)^[^#\n]*(?:\b(?:nc|ncat|netcat)\s[^\n]*-[a-zA-Z]*l|\b(?:TCP|UDP|OPENSSL)\d?-LISTEN\b|\bhttpd\s+-f|\bpython3?\s+-m\s+http\.server\b|\bphp\s+-S\s|\bwebsocketd\s|\bnginx\s+-g\b|\bcaddy\s+(?:run|file-server)\b|\blighttpd\s+-D)`)
	loops   = language.Pattern(`(?m)^[ \t]*while\s+(?:true|:|\[\s*1\s*\])\s*(?:;|$)`)
)
