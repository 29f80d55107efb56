package javascript

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/languages/javascript/source"
)

// command is what a script comes down to once package managers, watchers
// and wrappers are taken off, so that nothing is downloaded at start.
type command struct {
	words   []string
	release []string // migrations that ran before the program: once per release, not at each start
	built   []string // steps that built something first: the build runs them
	dev     []string // commands of node_modules that it needs
}

// resolve turns a script into the command it runs, in exec form where no
// shell is needed.
func (pl plan) resolve(script string, depth int) (command, bool) {
	script = strings.TrimSpace(script)
	if script == "" || depth > 5 {
		return command{}, false
	}
	steps, ok := source.SplitSteps(script)
	if !ok {
		return pl.inShell(script), true
	}
	var c command
	for _, step := range steps[:len(steps)-1] {
		switch words, simple := source.ShellWords(step); {
		case simple && pl.migrates(words, depth):
			c.release = append(c.release, pl.releaseLine(words, depth))
		case simple && pl.builds(words, depth):
			c.built = append(c.built, pl.builtLine(words))
		case simple && len(words) > 0 && (words[0] == "echo" || words[0] == "clear" || words[0] == "set"):
		default:
			return pl.inShell(script), true
		}
	}
	words, ok := source.ShellWords(steps[len(steps)-1])
	if !ok || len(words) == 0 {
		return pl.inShell(script), true
	}
	last, ok := pl.words(words, depth)
	if !ok {
		return pl.inShell(script), true
	}
	last.release = append(c.release, last.release...)
	last.built = append(c.built, last.built...)
	return last, true
}

func (pl plan) inShell(script string) command {
	// cross-env is for shells that know no assignments before a program; env is
	// everywhere, and the program gets the signals
	if rest, ok := strings.CutPrefix(script, "cross-env "); ok && !strings.ContainsAny(rest, ";|&()\n") {
		script = "exec env " + rest
	}
	c := command{words: []string{"sh", "-c", script}}
	for _, w := range strings.Fields(script) {
		c.dev = append(c.dev, strings.Trim(w, `"'();&|`))
	}
	return c
}

// words resolves one simple command.
func (pl plan) words(words []string, depth int) (command, bool) {
	var env []string
	for len(words) > 0 {
		w := words[0]
		switch {
		case source.IsAssignment(w):
			if w != "NODE_ENV=production" && !strings.HasPrefix(w, "PORT=") {
				env = append(env, w) // the image sets these two
			}
			words = words[1:]
			continue
		case w == "exec" || w == "cross-env" || w == "cross-env-shell" || w == "env":
			words = words[1:]
			continue
		}
		break
	}
	if len(words) == 0 {
		return command{}, false
	}
	c, ok := pl.program(words, depth)
	if ok && len(env) > 0 {
		c.words = append(append([]string{"env"}, env...), c.words...)
	}
	return c, ok
}

// program resolves a command by its first word.
func (pl plan) program(words []string, depth int) (command, bool) {
	switch words[0] {
	case "npm", "yarn", "pnpm", "bun", "npx", "pnpx", "bunx":
		return pl.viaManager(words, depth)
	case "dotenv", "env-cmd", "dotenvx":
		// the platform sets the environment
		for i, w := range words {
			if w == "--" && i+1 < len(words) {
				return pl.words(words[i+1:], depth)
			}
		}
	case "nodemon", "node-dev", "supervisor", "forever", "pm2", "pm2-runtime":
		return pl.viaWatcher(words, depth)
	case "ts-node-dev", "tsnd":
		files := filesOnly(words[1:])
		at := len(words) - len(files)
		c, ok := pl.local(pl.tsRunner(), append(preloads(words[:at]), files...))
		c.dev = append(c.dev, words[0])
		return c, ok
	case "tsx":
		if len(words) > 2 && words[1] == "watch" {
			return pl.local("tsx", words[2:])
		}
	case "node", "nodejs":
		return command{words: append([]string{"node"}, source.Without(words[1:], "--watch", "--inspect")...)}, true
	case "sh", "bash", "deno", "python", "python3", "java", "env", "sleep", "true", "tail", "docker", "ruby", "php", "go":
		return command{words: words}, true
	}
	if strings.HasPrefix(words[0], "./") || strings.HasPrefix(words[0], "node_modules/.bin/") {
		return pl.file0(words)
	}
	return pl.local(words[0], words[1:])
}

// file0 runs a file of the project; one that is not executable is given to a
// shell.
func (pl plan) file0(words []string) (command, bool) {
	if name, ok := strings.CutPrefix(strings.TrimPrefix(words[0], "./"), "node_modules/.bin/"); ok {
		return pl.local(name, words[1:])
	}
	if strings.HasSuffix(words[0], ".js") || strings.HasSuffix(words[0], ".mjs") {
		return command{words: append([]string{"node"}, words...)}, true
	}
	if strings.HasSuffix(words[0], ".sh") {
		shell := "sh"
		if head := pl.p.Head(strings.TrimPrefix(words[0], "./"), 64); strings.Contains(head, "bash") {
			shell = "bash"
		}
		return command{words: append([]string{shell}, words...)}, true
	}
	return command{words: words}, true
}

func (pl plan) local(name string, args []string) (command, bool) {
	return command{words: append([]string{pl.bin(name)}, args...), dev: []string{name}}, true
}

// viaManager takes npm, yarn, pnpm, bun and their runners off a command.
func (pl plan) viaManager(words []string, depth int) (command, bool) {
	manager, args := words[0], words[1:]
	for len(args) > 0 && (args[0] == "--silent" || args[0] == "-s" || args[0] == "--if-present" || args[0] == "--bun" || args[0] == "-y" || args[0] == "--yes" || args[0] == "--no-install") {
		args = args[1:]
	}
	if len(args) == 0 {
		return command{}, false
	}
	script := ""
	switch verb := args[0]; {
	case manager == "npx" || manager == "pnpx" || manager == "bunx":
		if name := source.RunnerBin(args[0]); name == "pm2" {
			return pl.viaWatcher(append([]string{name}, args[1:]...), depth)
		}
		return pl.local(source.RunnerBin(args[0]), args[1:])
	case verb == "exec" || verb == "dlx" || verb == "x":
		rest := source.Without(args[1:], "--")
		if len(rest) == 0 {
			return command{}, false
		}
		return pl.local(source.RunnerBin(rest[0]), rest[1:])
	case (verb == "run" || verb == "run-script") && len(args) > 1:
		script, args = args[1], args[2:]
	case manager == "bun" && (path.Ext(verb) != "" || strings.HasPrefix(verb, "-") || strings.HasPrefix(verb, "./")):
		return command{words: append([]string{"bun"}, source.Without(args, "--watch", "--hot")...)}, true
	case verb == "start" || verb == "test" || manager != "npm" && pl.pkg.Script(verb) != "":
		script, args = verb, args[1:]
	case manager == "yarn" && verb == "node" && len(args) > 1:
		return command{words: args}, true
	case manager == "yarn" && !strings.HasPrefix(verb, "-") && verb != "workspace" && verb != "install":
		return pl.local(verb, args[1:])
	default:
		return command{}, false
	}
	line := pl.pkg.Script(script)
	if line == "" && manager == "bun" && pl.p.Has(script) {
		return command{words: append([]string{"bun", script}, args...)}, true
	}
	if line == "" {
		return command{}, false
	}
	for _, a := range source.Without(args, "--") {
		line += " " + language.ShellWord(a)
	}
	return pl.resolve(line, depth+1)
}

// viaWatcher takes programs off that restart another: in a container the
// engine does that.
func (pl plan) viaWatcher(words []string, depth int) (command, bool) {
	for i, w := range words {
		if (w == "--exec" || w == "-x") && i+1 < len(words) {
			return pl.executed(words[i+1:], depth)
		}
	}
	files := filesOnly(words[1:])
	if len(files) == 0 {
		if words[0] == "nodemon" && pl.pkg.Main != "" {
			files = []string{pl.pkg.Main}
		} else {
			return command{}, false
		}
	}
	switch ext := path.Ext(files[0]); {
	case strings.HasPrefix(words[0], "pm2") && (ext == ".json" || strings.Contains(files[0], ".config.")):
		if script := pl.pm2Script(files[0]); script != "" {
			return command{words: []string{"node", script}}, true
		}
		return command{}, false
	case ext == ".ts" && pl.pkg.Has("tsx"):
		return pl.local("tsx", files)
	case ext == ".ts" && pl.pkg.Has("ts-node"):
		return pl.local("ts-node", files)
	}
	return command{words: append([]string{"node"}, files...)}, true
}

// executed is what nodemon's --exec runs: the words behind it, of which the first may
// be a whole line. One that a shell has to read is a developer's.
// https://github.com/remy/nodemon/blob/main/doc/cli/help.txt
func (pl plan) executed(words []string, depth int) (command, bool) {
	line := append(strings.Fields(words[0]), words[1:]...)
	if slices.ContainsFunc(line, func(w string) bool { return strings.ContainsAny(w, "&|;$`") }) {
		return command{}, false
	}
	c, ok := pl.words(line, depth+1)
	return c, ok && len(filesOnly(c.words[1:])) > 0
}

// tsRunner is what runs TypeScript as it is where ts-node-dev does: ts-node, which it
// brings along, where the manager puts the programs of such packages, too.
// https://github.com/wclr/ts-node-dev
func (pl plan) tsRunner() string {
	if pl.m.ID == "pnpm" && !pl.pkg.Has("ts-node") {
		return "ts-node-dev"
	}
	return "ts-node"
}

// pm2Script reads the program out of pm2's process file.
func (pl plan) pm2Script(file string) string {
	text, _ := pl.p.Text(file)
	script, _ := language.Pattern(`["']?script["']?\s*:\s*["']([^"'\n]+)["']`).Find(text)
	return script
}
