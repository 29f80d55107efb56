package languages

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/language/node"
)

// How far a port is believed that was followed from the call that listens: less
// than a .env where PORT can change it, more than any number in the sources
// where nothing can.
const (
	jsListenFixed = finding.Likely
	jsListenAsked = finding.Likely - 0.05
)

const jsMaxReached = 60 // files of a program that are followed to the call

// jsListenCalls are the calls whose argument is where a program listens; the
// argument, or an object with it, begins where the match ends. Node.js' net,
// http and https, Express, Koa, Fastify, Nest: listen; Hono, Bun, Deno: serve;
// ws, hapi and Socket.IO: made with it.
const jsListenCalls language.Pattern = `\.listen\(\s*|\.listen\)\.(?:bind|call)\([\w.]+\)\(\s*|\bserve\(\s*|\b(?:WebSocketServer|WebSocket\.Server)\(\s*|\b[hH]api\.[sS]erver\(\s*|\blisten:\s*|\bnew Server\(\s*`

// jsBesideWords stand in lines that open another port than the program's own:
// of measurements, of a debugger, of a redirect.
var jsBesideWords = []string{"metric", "admin", "debug", "inspect", "redirect", "mock", "socketPath"}

// listenPort follows the argument of the call by which the program listens to
// the number that it comes down to.
func (pl jsPlan) listenPort() finding.Finding[int] {
	root := pl.p.Reader().Folder(".")
	entry := pl.startFile()
	if entry == "" {
		return finding.Finding[int]{}
	}
	seen := map[string]bool{}
	queue := []string{pl.p.Join(entry)}
	for len(queue) > 0 && len(seen) < jsMaxReached {
		name := queue[0]
		queue = queue[1:]
		if seen[name] {
			continue
		}
		seen[name] = true
		text := nodeScript(root, name)
		if found := pl.listensIn(root, name, text); found.Found() {
			return found
		}
		for _, m := range nodeImportsIn(root, name) {
			if strings.HasPrefix(m.module, ".") {
				if file := nodeResolve(root, path.Join(path.Dir(name), m.module)); file != "" && path.Ext(file) != ".json" {
					queue = append(queue, file)
				}
			}
		}
	}
	for i, name := range nodeSources(pl.p.Folder) { // what the start file brings in by a list of its own
		if i == nodeReadFiles {
			break
		}
		if seen[name] || nodeBesideProgram(pl.p.Folder.Rel(name)) {
			continue
		}
		if found := pl.listensIn(root, name, nodeScript(root, name)); found.Found() {
			return found
		}
	}
	return finding.Finding[int]{}
}

// nodeScript is a script without its comments.
func nodeScript(root *language.Folder, name string) string {
	return node.StripComments(root.Head(name, nodeReadBytes))
}

// nodeBesideProgram knows scripts that test or develop a program.
func nodeBesideProgram(name string) bool {
	for part := range strings.SplitSeq(strings.ToLower(path.Dir(name)), "/") {
		if _, beside := language.BesideProduct(part); beside || part == "dev" || strings.HasPrefix(part, "mock") {
			return true
		}
	}
	base := strings.ToLower(path.Base(name))
	return strings.Contains(base, "mock") || strings.Contains(base, "test") || strings.HasPrefix(base, "dev")
}

// startFile is the source that the start command runs, relative to the project;
// "" where a tool of node_modules runs instead.
func (pl jsPlan) startFile() string {
	words := pl.p.Start.Value.Command
	if len(words) == 3 && words[1] == "-c" {
		words = strings.Fields(words[2])
	}
	for i, w := range words {
		w = strings.TrimPrefix(w, "./")
		if i == 0 && strings.Contains(w, "node_modules/") && !slices.Contains([]string{"tsx", "ts-node"}, path.Base(w)) || strings.HasPrefix(w, "-") {
			continue
		}
		if i > 0 && (words[i-1] == "--require" || words[i-1] == "-r" || words[i-1] == "--import") {
			continue
		}
		if nodeHasSourceEnding(w) && pl.p.Has(w) {
			return w
		}
		if i == 0 || words[0] != "node" {
			continue
		}
		// what the compiler wrote: dist/server.js of src/server.ts
		_, rest, _ := strings.Cut(strings.TrimSuffix(w, path.Ext(w)), "/")
		for _, name := range []string{rest, "src/" + rest} {
			if file := nodeResolve(pl.p.Folder, name); name != "" && file != "" {
				return file
			}
		}
		return nodeEntry(pl.p.Folder, pl.pkg)
	}
	return ""
}

// listensIn looks at the calls of one file, the first whose port is known wins.
func (pl jsPlan) listensIn(root *language.Folder, name, text string) finding.Finding[int] {
	if !strings.Contains(text, "isten") && !strings.Contains(text, "erve") {
		return finding.Finding[int]{}
	}
	for _, at := range jsListenCalls.Regexp().FindAllStringIndex(text, 20) {
		begin := strings.LastIndexByte(text[:at[0]], '\n') + 1
		line, _, _ := strings.Cut(text[begin:], "\n")
		if slices.ContainsFunc(jsBesideWords, func(w string) bool { return strings.Contains(strings.ToLower(line), w) }) {
			continue
		}
		if strings.HasPrefix(text[at[0]:], "new Server") && !strings.Contains(text, "socket.io") {
			continue // many things are called so
		}
		v := jsValue{root: root, project: pl.p.Folder, context: pl.root}
		if !v.argument(name, text, text[at[1]:]) {
			continue
		}
		confidence := jsListenFixed
		if v.asksPort {
			confidence = jsListenAsked
		}
		return finding.Of(v.port, confidence, root.At("node.listens-on", v.file, v.line))
	}
	return finding.Finding[int]{}
}
