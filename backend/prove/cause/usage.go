package cause

import "slices"

// usageCauses are programs that want to be told what to do: tools for the
// command line, and those with a subcommand for serving. The words are those of
// Go's cobra and flag, Python's argparse and click, Rust's clap, Node's
// commander and yargs, and of usage texts in general.
func usageCauses() []way {
	usage := func(says string, lines int) way {
		return way{rule: "usage", stages: "start", says: says, lines: lines, tell: needsArguments}
	}
	return []way{
		usage(`(?:accepts|requires) (?:at least |between )?\d+[^\n]*arg\(s\), (?:only )?received \d+`, 0),
		usage(`(?i:required flag\(s\)) ("[^\n]+") not set|error: required option '([^']+)' not specified|Missing required arguments?: ([^\n]+)`, 0),
		{rule: "usage", stages: "start",
			says: `(?i)\bwant\b.{0,80}\bto (?:start|run)\b.{0,80}\buse (?:the )?(-{1,2}[a-z][\w-]*) (?:flag|option|switch)\b`, tell: offersFlag},
		usage(`(?i:missing) (?:required )?[\x60'"]?(-{1,2}[\w-]+)[\x60'"]? (?:option|flag|argument|parameter)`, 0),
		usage(`error: the following (?:required )?arguments (?:are required|were not provided): ?([^\n]*)`, 0),
		usage(`error: missing required argument '([^']+)'|Error: Missing (?:argument|option) '([^']+)'|Not enough non-option arguments|requires a subcommand|error: no (?:subcommand|command) (?:given|specified)|Missing command\.?$|You must (?:specify|provide) a command`, 0),
		{rule: "usage", stages: "start", general: true, first: true,
			says: `^\s*(?i:usage(?: of [^\n:]+)?:)|^(?:Available Commands|COMMANDS|Commands):\s*$`, tell: needsArguments},
	}
}

func needsArguments(c circumstances, m []string) explanation {
	why := "The program prints how it is used and ends: it wants a subcommand or arguments"
	if missing := firstNonEmpty(append(m[min(1, len(m)):], "")); missing != "" {
		why += " (" + missing + ")"
	}
	return explanation{
		why: why + ".", edits: serving(c),
		fix: "Add to the command what makes it serve (such as serve, server or start); if it is a tool for the command line, there is no service to prove.",
	}
}

// offersFlag is a program that names the flag with which it starts all the same.
func offersFlag(c circumstances, m []string) explanation {
	t := explanation{
		why: "The program does not start as it is called, and says that it does with " + m[1] + ".",
		fix: "Give it what it misses, or add " + m[1] + " to the command.",
	}
	command := c.Document.Runtime.Command
	if len(command) > 0 && command[0] != "sh" && command[0] != "bash" && !slices.Contains(command, m[1]) {
		t.edits = []Edit{{"/runtime/command", append(slices.Clone(command), m[1])}}
	}
	return t
}
