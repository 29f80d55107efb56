package phase

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/deployment"
	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
)

// inits are programs that only start another one as process 1 and reap its
// children; Docker itself offers that as --init.
var inits = []string{"tini", "tini-static", "dumb-init", "catatonit", "docker-init", "pid1"}

// withoutInit takes a leading init program and its options off a command.
func withoutInit(command []string) []string {
	if len(command) == 0 || !slices.Contains(inits, path.Base(command[0])) {
		return command
	}
	rest := command[1:]
	for len(rest) > 0 && strings.HasPrefix(rest[0], "-") {
		end := rest[0] == "--"
		rest = rest[1:]
		if end {
			break
		}
	}
	return rest
}

// containerStart is the command of an existing container file as far as it
// means something in another image: without an init program, and without a
// script of that image which is handed the program to run at its end, as the
// entrypoints of the official images are. A program at a place of that image
// is none here.
func containerStart(s *pipeline.ServiceContext) finding.Finding[language.Start] {
	c := s.Facts.Container
	found := c.Start
	if c.WebServer || !found.Found() {
		return finding.Finding[language.Start]{}
	}
	command := withoutInit(found.Value.Command)
	if cmd := c.Stage.Cmd.Exec; len(cmd) > 0 && len(command) > len(cmd) && isScript(command[0]) {
		command = withoutInit(cmd)
	}
	if len(command) == 0 || slices.Contains(subcommands, command[0]) || !standsHere(s.Project, scriptOf(command), c.Workdir) {
		return finding.Finding[language.Start]{}
	}
	if strings.HasPrefix(command[0], c.Workdir+"/") && c.Workdir != "" && c.Workdir != "/" {
		command = append([]string{"./" + strings.TrimPrefix(command[0], c.Workdir+"/")}, command[1:]...)
	}
	found.Value.Command = command
	found.Confidence = min(found.Confidence, finding.Guess)
	return found
}

// scripted is what the script of the project's own container becomes, where the
// language knows no start of its own, or only what its framework usually has: a
// program of the project's kind, by a name that our image has too.
func scripted(s *pipeline.ServiceContext, own finding.Finding[language.Start]) finding.Finding[language.Start] {
	found := s.Facts.ScriptStart()
	if !found.Found() || own.Found() && own.Confidence >= finding.Likely || s.Facts.Container.WebServer {
		return finding.Finding[language.Start]{}
	}
	words := found.Value.Command
	if words[0] == "sh" {
		words = strings.Fields(strings.TrimPrefix(words[2], "exec "))
	}
	if !interpreters[words[0]] && !managers[words[0]] && !s.Uses(words[0]) && !(strings.HasPrefix(words[0], "./") && s.Has(words[0][2:])) {
		return finding.Finding[language.Start]{}
	}
	found.Value.Release = own.Value.Release
	return found
}

// managers are programs that the images of Node.js and Bun have.
var managers = map[string]bool{"npm": true, "yarn": true, "pnpm": true, "bun": true}

// scriptOf is the file that a command runs: the program, or the script that it
// hands to a shell.
func scriptOf(command []string) string {
	if shell := path.Base(command[0]); len(command) > 1 && (shell == "sh" || shell == "bash" || shell == "ash") && strings.HasPrefix(command[1], "/") {
		return command[1]
	}
	return command[0]
}

// standsHere reports whether a program of another image's command can be found
// in ours: by its name alone, at a place that every Debian has, or as a file of
// the project.
func standsHere(p *language.Project, program, workdir string) bool {
	switch {
	case !strings.Contains(program, "/"):
		return !strings.HasSuffix(program, ".sh") || p.Has(program)
	case strings.HasPrefix(program, "/bin/"), strings.HasPrefix(program, "/usr/bin/"):
		return true
	case strings.HasPrefix(program, "/"):
		within, ok := strings.CutPrefix(program, strings.TrimSuffix(workdir, "/")+"/")
		return ok && workdir != "" && workdir != "/" && p.Has(within)
	}
	return p.Has(path.Clean(program))
}

// withoutInterpreter takes Python off a command that runs an installed program
// with it: its first line names the interpreter by itself.
func withoutInterpreter(command []string) []string {
	if len(command) > 1 && strings.HasPrefix(path.Base(command[0]), "python") && strings.Contains(command[1], "/bin/") {
		return command[1:]
	}
	return command
}

// withArguments gives a compiled program, or one that was installed by its name
// and is told nothing, the arguments that the project's own
// container file gives it: that says better than a list of subcommands in the
// source which of them serves. Arguments that name places of the other image,
// or what only its shell knows, are left.
func withArguments(own, existing finding.Finding[language.Start], entrypointAlone bool) finding.Finding[language.Start] {
	command := withoutInterpreter(withoutInit(existing.Value.Command))
	if !own.Found() || len(command) == 0 || len(own.Value.Command) == 0 {
		return own
	}
	program := path.Base(command[0])
	same := program == path.Base(own.Value.Command[0])
	if !strings.HasPrefix(own.Value.Command[0], "/app/bin/") && !(same && len(own.Value.Command) == 1 && !strings.Contains(own.Value.Command[0], "/")) {
		return own
	}
	if !same && (len(own.Alternatives) > 0 || !strings.Contains(command[0], "/") || path.Ext(program) != "" || strings.Contains(program, "entrypoint") || strings.HasPrefix(command[0], "/bin/") || strings.HasPrefix(command[0], "/usr/bin/")) {
		return own
	}
	arguments := command[1:]
	if slices.Equal(arguments, own.Value.Command[1:]) || slices.ContainsFunc(arguments, foreign) || len(arguments) == 0 && (!same || entrypointAlone) {
		return own // an entrypoint alone is handed its arguments by who runs it
	}
	own.Value.Command = append([]string{own.Value.Command[0]}, arguments...)
	own.Evidence = append(slices.Clone(own.Evidence[:min(len(own.Evidence), 1)]), existing.Evidence...)
	own.Confidence = finding.Likely
	return own
}

// subcommands are words by which programs are told to serve.
var subcommands = []string{"run", "serve", "server", "start", "web", "daemon", "api", "worker", "up"}

// withSubcommand gives a compiled program the word that a container file hands
// to a script which starts it: ENTRYPOINT ["/entrypoint.sh"], CMD ["run", …].
func withSubcommand(own finding.Finding[language.Start], c deployment.Container) finding.Finding[language.Start] {
	script := withoutInit(c.Stage.Entrypoint.Exec)
	words := c.Stage.Cmd.Exec
	if !own.Found() || len(own.Value.Command) != 1 || !strings.HasPrefix(own.Value.Command[0], "/app/bin/") || len(script) != 1 || !isScript(script[0]) {
		return own
	}
	if len(words) > 1 && path.Base(words[0]) == path.Base(own.Value.Command[0]) {
		words = words[1:]
	}
	if len(words) == 0 || !slices.Contains(subcommands, words[0]) {
		return own
	}
	own.Value.Command = []string{own.Value.Command[0], words[0]}
	own.Evidence = append(slices.Clone(own.Evidence), c.Start.Evidence...)
	own.Confidence = finding.Likely
	return own
}

func isScript(program string) bool {
	return strings.HasSuffix(program, ".sh") || strings.Contains(path.Base(program), "entrypoint")
}

// foreign reports whether an argument means something in its own image only.
func foreign(argument string) bool {
	_, value, _ := strings.Cut(argument, "=")
	return strings.ContainsAny(argument, "$`") || strings.HasPrefix(argument, "/") || strings.HasPrefix(value, "/")
}

// atHome writes a program that a Procfile calls by its name with the path that
// it has in our image: Heroku and its kin put what they compile on PATH.
func atHome(declared, own language.Start) language.Start {
	var ours []string
	for _, command := range append([][]string{own.Command}, commandsOf(own)...) {
		if len(command) > 0 && strings.HasPrefix(command[0], "/app/bin/") {
			ours = append(ours, command[0])
		}
	}
	declared.Command = placed(declared.Command, ours)
	declared.Processes = slices.Clone(declared.Processes)
	for i := range declared.Processes {
		declared.Processes[i].Command = placed(declared.Processes[i].Command, ours)
	}
	return declared
}

func commandsOf(s language.Start) (out [][]string) {
	for _, p := range s.Processes {
		out = append(out, p.Command)
	}
	return out
}

// placed replaces a command's program, also behind "sh -c exec", by the one of
// ours that has its name.
func placed(command, ours []string) []string {
	if len(command) == 0 {
		return command
	}
	for _, full := range ours {
		for _, name := range []string{path.Base(full), "./" + path.Base(full)} {
			if command[0] == name {
				return append([]string{full}, command[1:]...)
			}
			if len(command) == 3 && command[0] == "sh" && command[1] == "-c" {
				if rest, ok := strings.CutPrefix(command[2], "exec "+name); ok && (rest == "" || rest[0] == ' ') {
					return []string{"sh", "-c", "exec " + full + rest}
				}
			}
		}
	}
	return command
}
