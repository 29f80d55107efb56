package javascript

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/languages/javascript/source"
)

// How far a port is believed that was followed from the call that listens: less
// than a .env where PORT can change it, more than any number in the sources
// where nothing can.
const (
	listenFixed = finding.Likely
	listenAsked = finding.Likely - 0.05
)

const maxReached = 60 // files of a program that are followed to the call

// listenCalls are the calls whose argument is where a program listens; the
// argument, or an object with it, begins where the match ends. Node.js' net,
// http and https, Express, Koa, Fastify, Nest: listen; Hono, Bun, Deno: serve;
// ws, hapi and Socket.IO: made with it.
const listenCalls language.Pattern = `\.listen\(\s*|\.listen\)\.(?:bind|call)\([\w.]+\)\(\s*|\bserve\(\s*|\b(?:WebSocketServer|WebSocket\.Server)\(\s*|\b[hH]api\.[sS]erver\(\s*|\blisten:\s*|\bnew Server\(\s*`

// besideWords stand in lines that open another port than the program's own:
// of measurements, of a debugger, of a redirect.
var besideWords = []string{"metric", "admin", "debug", "inspect", "redirect", "mock", "socketPath"}

// listens is a call by which a program listens, followed to its port and host.
type listens struct {
	port finding.Finding[int]
	host language.Address // without its port
}

// Found reports whether the port is known.
func (l listens) Found() bool { return l.port.Found() }

// listenPort follows the argument of the call by which the program listens to
// the number that it comes down to.
func (pl plan) listenPort() finding.Finding[int] { return pl.listening().port }

// listening finds the call, once.
func (pl plan) listening() listens {
	return language.Once(pl.p.Folder, "node.listening "+pl.startFile(), pl.follow)
}

func (pl plan) follow() listens {
	root := pl.p.Reader().Folder(".")
	entry := pl.startFile()
	if entry == "" {
		return listens{}
	}
	seen := map[string]bool{}
	queue := []string{pl.p.Join(entry)}
	for len(queue) > 0 && len(seen) < maxReached {
		name := queue[0]
		queue = queue[1:]
		if seen[name] {
			continue
		}
		seen[name] = true
		text := source.Script(root, name)
		if found := pl.listensIn(root, name, text); found.Found() {
			return found
		}
		for _, m := range source.ImportsIn(root, name) {
			if strings.HasPrefix(m.Module, ".") {
				if file := source.Resolve(root, path.Join(path.Dir(name), m.Module)); file != "" && path.Ext(file) != ".json" {
					queue = append(queue, file)
				}
			}
		}
	}
	for i, name := range source.Files(pl.p.Folder) { // what the start file brings in by a list of its own
		if i == source.MostFiles {
			break
		}
		if seen[name] || besideProgram(pl.p.Folder.Rel(name)) {
			continue
		}
		if found := pl.listensIn(root, name, source.Script(root, name)); found.Found() {
			return found
		}
	}
	return listens{}
}

// besideProgram knows scripts that test or develop a program.
func besideProgram(name string) bool {
	for part := range strings.SplitSeq(strings.ToLower(path.Dir(name)), "/") {
		if _, beside := language.BesideProduct(part); beside || part == "dev" || strings.HasPrefix(part, "mock") {
			return true
		}
	}
	base := strings.ToLower(path.Base(name))
	return strings.Contains(base, "mock") || strings.Contains(base, "test") || strings.HasPrefix(base, "dev")
}

func (pl plan) startFile() string {
	return source.StartFile(pl.p.Folder, pl.pkg, pl.p.Start.Value.Command)
}

// listensIn looks at the calls of one file, the first whose port is known wins.
func (pl plan) listensIn(root *language.Folder, name, text string) listens {
	if !strings.Contains(text, "isten") && !strings.Contains(text, "erve") {
		return listens{}
	}
	for _, at := range listenCalls.Regexp().FindAllStringIndex(text, 20) {
		begin := strings.LastIndexByte(text[:at[0]], '\n') + 1
		line, _, _ := strings.Cut(text[begin:], "\n")
		if slices.ContainsFunc(besideWords, func(w string) bool { return strings.Contains(strings.ToLower(line), w) }) {
			continue
		}
		if strings.HasPrefix(text[at[0]:], "new Server") && !strings.Contains(text, "socket.io") {
			continue // many things are called so
		}
		v := source.Value{Root: root, Project: pl.p.Folder, Context: pl.root, Command: pl.p.Start.Value.Command}
		if !v.Argument(name, text, text[at[1]:]) {
			continue
		}
		confidence := listenFixed
		if v.AsksPort {
			confidence = listenAsked
		}
		why := root.At("node.listens-on", name, strings.TrimSpace(line))
		return listens{finding.Of(v.Port, confidence, root.At("node.listens-on", v.File, v.Line)), pl.hostOf(name, text, text[at[1]:], why)}
	}
	return listens{}
}
