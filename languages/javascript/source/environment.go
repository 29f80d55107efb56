package source

import "aipack/backend/language"

// Environment is process.env under another name, as a module imports it from Node's
// process, takes it out of that or keeps it in a constant.
// https://nodejs.org/api/process.html#processenv
var Environment = language.Renaming{
	Object: `process\.env`,
	Names:  []string{"env", "ENV", "Env", "envs", "processEnv", "nodeEnv", "environment"},
	Hint:   `process(?:["']|\.env(?:[\s;]|$)|[\s;]|$)`,
	By: []language.Pattern{
		`\bimport\s+(?:\w+\s*,\s*)?\{[^{}]*\benv\b(?:\s+as\s+(\w+))?[^{}]*\}\s*from\s*["'](?:node:)?process["']`,
		`\b(?:const|let|var)\s+\{[^{}]*\benv\b(?:\s*:\s*(\w+))?[^{}]*\}\s*=\s*(?:require\(\s*["'](?:node:)?process["']\s*\)|process\s*(?:;|\r?\n|$))`,
		`\b(?:const|let|var)\s+(\w+)(?:\s*:\s*[\w.<>, ]+)?\s*=\s*process\.env(?:\s+as\s+[^;\n]*)?\s*(?:;|\r?\n|$)`,
	},
}
