package javascript

import (
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/nginx"
	"aipack/backend/language/node"
	"aipack/backend/manifest/npm"
	"aipack/languages/javascript/deno"
	"aipack/languages/javascript/source"
)

// start finds how the program starts: its start script, what its framework
// builds, its entry file.
func start(p *language.Project) finding.Finding[language.Start] {
	if p.Claim.System == "deno" {
		return deno.Start(p)
	}
	pl := newPlan(p)
	if pl.static {
		return nginx.Start(pl.site.Why)
	}
	c, confidence, why := pl.start()
	if len(c.words) == 0 {
		return finding.Finding[language.Start]{}
	}
	found := finding.Of(language.Start{Command: c.words, Release: c.release}, confidence, why)
	found.Alternatives = source.OtherServers(p.Folder, pl.pkg, c.words)
	return found
}

// start is the command and why, with the migrations that the start script runs
// before it, else with those that the project brings along.
func (pl plan) start() (command, float64, finding.Evidence) {
	c, confidence, why := pl.startOf()
	if len(c.words) > 0 && len(c.release) == 0 && !pl.static && pl.p.Claim.Role != language.Library {
		c.release = pl.migrations()
	}
	return c, confidence, why
}

// startOf finds the program. Rules are asked in the order of precedence that
// hosting platforms share: script, framework, entry.
func (pl plan) startOf() (command, float64, finding.Evidence) {
	p := pl.p
	file := node.PackageFile(p.Folder)
	line, name := startScript(pl.pkg)
	if line != "" && !pl.frameworkDev(line) && !pl.standaloneStart(line) && !runsTool(pl.pkg, line) && !pl.startMissing(line) {
		if c, ok := pl.resolve(line, 0); ok && !denied(c) {
			c.words = source.NestWords(p.Folder, pl.pkg, c.words)
			return c, finding.Certain, atIn(p.Folder, "node.start-script", file, `"scripts"`, `"`+name+`"`)
		}
	}
	if c, why, ok := pl.frameworkStart(); ok {
		return c, finding.Likely, why
	}
	for _, name := range []string{"process.json", "ecosystem.config.js", "ecosystem.config.cjs", "ecosystem.config.json"} {
		if script := pl.pm2Script(name); script != "" {
			return command{words: []string{"node", script}}, finding.Likely, p.At("node.pm2", name, "script")
		}
	}
	for _, s := range []string{"serve", "start:dev", "dev"} {
		line := pl.pkg.Script(s)
		if pl.frameworkDev(line) && node.BuildScript(pl.pkg) != "" {
			continue // it serves the sources, not what was built
		}
		if line != "" && serverDep(p.Folder, pl.pkg) != "" && source.Entry(p.Folder, pl.pkg) == "" {
			if c, ok := pl.resolve(line, 0); ok {
				return c, finding.Unsure, p.At("node.dev-script", file, `"`+s+`"`)
			}
		}
	}
	if bin, why := shippedBin(p.Folder, pl.pkg); bin != "" {
		return command{words: []string{"node", bin}}, finding.Likely, why
	}
	for _, n := range slices.Sorted(maps.Keys(pl.pkg.Bin)) {
		if bin := strings.TrimPrefix(pl.pkg.Bin[n], "./"); p.Claim.Role == language.Program && bin != "" && !strings.HasSuffix(bin, ".sh") {
			return command{words: []string{"node", bin}}, finding.Likely, p.At("node.bin", file, `"bin"`)
		}
	}
	return pl.entryStart()
}

// denied knows commands that cannot start a program in an image.
func denied(c command) bool {
	return len(c.words) == 0 || c.words[0] == "docker" || path.Base(c.words[0]) == "func"
}

// entryStart runs the file that main or convention name. TypeScript runs from
// where the compiler puts it, or as it is where something runs it so.
func (pl plan) entryStart() (command, float64, finding.Evidence) {
	p := pl.p
	entry := source.Entry(p.Folder, pl.pkg)
	if entry == "" {
		return command{}, 0, finding.Evidence{}
	}
	why := p.Evidence("node.entry", entry, 0, "")
	if main := strings.TrimPrefix(pl.pkg.Main, "./"); main == entry {
		why = p.At("node.main", node.PackageFile(p.Folder), `"main"`)
	}
	bun := pl.m.ID == "bun" && !declaresNode(pl.pkg)
	switch ext := path.Ext(entry); {
	case bun || strings.Contains(p.Head(entry, source.MostBytes), "Bun.serve("):
		return command{words: []string{"bun", entry}}, finding.Likely, why
	case ext != ".ts" && ext != ".mts" && ext != ".tsx":
		return command{words: []string{"node", entry}}, finding.Likely, why
	case pl.compiles():
		return command{words: []string{"node", pl.compiled(entry)}}, finding.Likely, why
	case pl.pkg.Has("tsx"):
		return command{words: []string{pl.bin("tsx"), entry}, dev: []string{"tsx"}}, finding.Guess, why
	case pl.pkg.Has("ts-node", "ts-node-dev"):
		if c, ok := pl.developed(entry); ok {
			return c, finding.Guess, why
		}
		return command{words: []string{pl.bin(pl.tsRunner()), entry}, dev: []string{"ts-node", "ts-node-dev"}}, finding.Guess, why
	}
	// Node.js 22.18 and later take the types off by themselves
	return command{words: []string{"node", entry}}, finding.Guess, why
}

func declaresNode(pkg npm.Package) bool { return pkg.Engines["node"] != "" }

// compiles reports whether the build turns TypeScript into files.
func (pl plan) compiles() bool {
	script := pl.pkg.Script(node.BuildScript(pl.pkg))
	if strings.Contains(script, "--noEmit") {
		return false
	}
	return script != "" || pl.compilesBare()
}

// compilesBare knows projects that have the compiler and its settings, and no
// script that calls it.
func (pl plan) compilesBare() bool {
	ts, ok := language.Parse(pl.p.Folder, "tsconfig.json", npm.ParseTSConfig)
	return ok && node.BuildScript(pl.pkg) == "" && pl.pkg.Has("typescript") && !ts.NoEmit && ts.OutDir != "" && !pl.pkg.Has("tsx", "ts-node", "ts-node-dev")
}

// developed is how a script for development runs an entry, with what is loaded before it.
func (pl plan) developed(entry string) (command, bool) {
	for _, name := range []string{"start:dev", "dev", "serve", "watch", "dev:watch"} {
		if line := pl.pkg.Script(name); line != "" {
			if c, ok := pl.resolve(line, 0); ok && slices.Contains(c.words, entry) && slices.Contains([]string{"ts-node", "ts-node-dev"}, path.Base(c.words[0])) {
				return c, true
			}
		}
	}
	return command{}, false
}

// compiled is where the compiler puts a source file. Without rootDir it is the
// folder that all sources share.
func (pl plan) compiled(entry string) string {
	if main := source.Compiled(pl.p.Folder, pl.pkg, entry); main != "" {
		return main
	}
	ts, _ := language.Parse(pl.p.Folder, "tsconfig.json", npm.ParseTSConfig)
	out, root := path.Clean(ts.OutDir), path.Clean(ts.RootDir)
	if ts.OutDir == "" {
		out = "."
	}
	if ts.RootDir == "" {
		root = "."
		if strings.HasPrefix(entry, "src/") {
			root = "src"
		}
	}
	if out == "." && strings.Contains(pl.pkg.Script("build"), "tsup") {
		out = "dist"
	}
	rel := strings.TrimPrefix(entry, root+"/")
	js := ".js"
	if path.Ext(entry) == ".mts" {
		js = ".mjs"
	}
	return path.Join(out, strings.TrimSuffix(rel, path.Ext(rel))+js)
}

// portFlag is a port in a script, also as what a variable falls back to:
// PORT=${WEB_PORT:-3001}.
const portFlag language.Pattern = `(?:\bPORT=|--port[ =]|\s-p[ =]?)(?:\$\{\w+:-)?(\d{2,5})\b`

// port knows the port of a static site's web server, and one that the
// start script sets.
func port(p *language.Project) finding.Finding[int] {
	if p.Claim.System == "deno" {
		return finding.First(strconv.Itoa, deno.Port(p), newPlan(p).listenPort())
	}
	pl := newPlan(p)
	if pl.static {
		return finding.Of(nginx.Port, finding.Certain, pl.site.Why)
	}
	line, name := startScript(pl.pkg)
	for _, s := range []struct{ line, name string }{{line, name}, {pl.pkg.Script("dev"), "dev"}} {
		n, ok := portFlag.Find(s.line)
		if !ok || s.name == "dev" && !pl.frameworkDev(s.line) {
			continue
		}
		if port, err := strconv.Atoi(n); err == nil && port > 0 && port < 65536 {
			return finding.Of(port, finding.Likely, atIn(p.Folder, "node.port-flag", node.PackageFile(p.Folder), `"scripts"`, `"`+s.name+`"`))
		}
	}
	if found := pl.bareFilePort(); found.Found() {
		return found
	}
	if words := p.Start.Value.Command; len(words) > 0 && path.Base(words[0]) == "functions-framework" {
		why := finding.Evidence{Rule: "node.functions-framework"}
		if len(p.Start.Evidence) > 0 {
			why.Path, why.Line, why.Excerpt = p.Start.Evidence[0].Path, p.Start.Evidence[0].Line, p.Start.Evidence[0].Excerpt
		}
		return finding.Of(functionsPort, finding.Likely, why)
	}
	return pl.listenPort()
}

// functionsPort is where the Functions Framework listens unless PORT or --port
// says otherwise: https://github.com/GoogleCloudPlatform/functions-framework-nodejs#configure-the-functions-framework.
const functionsPort = 8080

// bareFilePort reads the port out of a program whose file has no extension, as
// bin/www of Express' generator: the general rules look at extensions.
func (pl plan) bareFilePort() finding.Finding[int] {
	for _, w := range pl.p.Start.Value.Command {
		name := strings.TrimPrefix(w, "./")
		if path.Ext(name) != "" || strings.HasPrefix(name, "node_modules/") || !pl.p.Has(name) {
			continue
		}
		text, _ := pl.p.Text(name)
		for _, pattern := range portUses {
			n, ok := pattern.Find(text)
			if port, err := strconv.Atoi(n); ok && err == nil && port > 0 && port < 65536 {
				return finding.Of(port, finding.Likely, pl.p.At("node.port", name, n))
			}
		}
	}
	return finding.Finding[int]{}
}
