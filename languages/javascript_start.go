package languages

import (
	"path"
	"strconv"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/npm"
)

// nodeStart finds how the program starts: its start script, what its framework
// builds, its entry file.
func nodeStart(p *language.Project) finding.Finding[language.Start] {
	if p.Claim.System == "deno" {
		return denoStart(p)
	}
	pl := newJSPlan(p)
	if pl.static {
		return staticStart(pl.site.why)
	}
	c, confidence, why := pl.start()
	if len(c.words) == 0 {
		return finding.Finding[language.Start]{}
	}
	return finding.Of(language.Start{Command: c.words, Release: c.release}, confidence, why)
}

// start is the command and why. Rules are asked in the order of precedence
// that hosting platforms share: script, framework, entry.
func (pl jsPlan) start() (jsCommand, float64, finding.Evidence) {
	p := pl.p
	file := nodePackageFile(p.Folder)
	line, name := nodeStartScript(pl.pkg)
	if line != "" && !pl.frameworkDev(line) && !pl.standaloneStart(line) && !nodeRunsTool(pl.pkg, line) && !pl.startMissing(line) {
		if c, ok := pl.resolve(line, 0); ok && !denied(c) {
			return c, finding.Certain, nodeAtIn(p.Folder, "node.start-script", file, `"scripts"`, `"`+name+`"`)
		}
	}
	if c, why, ok := pl.frameworkStart(); ok {
		return c, finding.Likely, why
	}
	for _, name := range []string{"process.json", "ecosystem.config.js", "ecosystem.config.cjs", "ecosystem.config.json"} {
		if script := pl.pm2Script(name); script != "" {
			return jsCommand{words: []string{"node", script}}, finding.Likely, p.At("node.pm2", name, "script")
		}
	}
	for _, s := range []string{"serve", "start:dev", "dev"} {
		line := pl.pkg.Script(s)
		if pl.frameworkDev(line) && nodeBuildScript(pl.pkg) != "" {
			continue // it serves the sources, not what was built
		}
		if line != "" && nodeServerDep(p.Folder, pl.pkg) != "" && nodeEntry(p.Folder, pl.pkg) == "" {
			if c, ok := pl.resolve(line, 0); ok {
				return c, finding.Unsure, p.At("node.dev-script", file, `"`+s+`"`)
			}
		}
	}
	for _, n := range sortedKeys(pl.pkg.Bin) {
		if bin := strings.TrimPrefix(pl.pkg.Bin[n], "./"); p.Claim.Role == language.Program && bin != "" {
			return jsCommand{words: []string{"node", bin}}, finding.Likely, p.At("node.bin", file, `"bin"`)
		}
	}
	return pl.entryStart()
}

// denied knows commands that cannot start a program in an image.
func denied(c jsCommand) bool {
	return len(c.words) == 0 || c.words[0] == "docker" || path.Base(c.words[0]) == "func"
}

// entryStart runs the file that main or convention name. TypeScript runs from
// where the compiler puts it, or as it is where something runs it so.
func (pl jsPlan) entryStart() (jsCommand, float64, finding.Evidence) {
	p := pl.p
	entry := nodeEntry(p.Folder, pl.pkg)
	if entry == "" {
		return jsCommand{}, 0, finding.Evidence{}
	}
	why := p.Evidence("node.entry", entry, 0, "")
	if main := strings.TrimPrefix(pl.pkg.Main, "./"); main == entry {
		why = p.At("node.main", nodePackageFile(p.Folder), `"main"`)
	}
	bun := pl.m.ID == "bun" && !nodeDeclaresNode(pl.pkg)
	switch ext := path.Ext(entry); {
	case bun || strings.Contains(p.Head(entry, nodeReadBytes), "Bun.serve("):
		return jsCommand{words: []string{"bun", entry}}, finding.Likely, why
	case ext != ".ts" && ext != ".mts" && ext != ".tsx":
		return jsCommand{words: []string{"node", entry}}, finding.Likely, why
	case pl.compiles():
		return jsCommand{words: []string{"node", pl.compiled(entry)}}, finding.Likely, why
	case pl.pkg.Has("tsx"):
		return jsCommand{words: []string{pl.bin("tsx"), entry}, dev: []string{"tsx"}}, finding.Guess, why
	case pl.pkg.Has("ts-node"):
		return jsCommand{words: []string{pl.bin("ts-node"), entry}, dev: []string{"ts-node"}}, finding.Guess, why
	}
	// Node.js 22.18 and later take the types off by themselves
	return jsCommand{words: []string{"node", entry}}, finding.Guess, why
}

func nodeDeclaresNode(pkg npm.Package) bool { return pkg.Engines["node"] != "" }

// compiles reports whether the build turns TypeScript into files.
func (pl jsPlan) compiles() bool {
	script := pl.pkg.Script(nodeBuildScript(pl.pkg))
	if strings.Contains(script, "--noEmit") {
		return false
	}
	return script != "" || pl.compilesBare()
}

// compilesBare knows projects that have the compiler and its settings, and no
// script that calls it.
func (pl jsPlan) compilesBare() bool {
	ts, ok := language.Parse(pl.p.Folder, "tsconfig.json", npm.ParseTSConfig)
	return ok && nodeBuildScript(pl.pkg) == "" && pl.pkg.Has("typescript") && !ts.NoEmit && ts.OutDir != "" && !pl.pkg.Has("tsx", "ts-node")
}

// compiled is where the compiler puts a source file. Without rootDir it is the
// folder that all sources share.
func (pl jsPlan) compiled(entry string) string {
	if main := strings.TrimPrefix(pl.pkg.Main, "./"); main != "" && main != entry && !pl.p.Has(main) && (strings.Contains(main, "/")) {
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

// jsPortFlag is a port in a script, also as what a variable falls back to:
// PORT=${WEB_PORT:-3001}.
const jsPortFlag language.Pattern = `(?:\bPORT=|--port[ =]|\s-p[ =]?)(?:\$\{\w+:-)?(\d{2,5})\b`

// nodePort knows the port of a static site's web server, and one that the
// start script sets.
func nodePort(p *language.Project) finding.Finding[int] {
	if p.Claim.System == "deno" {
		return denoPort(p)
	}
	pl := newJSPlan(p)
	if pl.static {
		return finding.Of(staticPort, finding.Certain, pl.site.why)
	}
	line, name := nodeStartScript(pl.pkg)
	for _, s := range []struct{ line, name string }{{line, name}, {pl.pkg.Script("dev"), "dev"}} {
		n, ok := matched(jsPortFlag, s.line)
		if !ok || s.name == "dev" && !pl.frameworkDev(s.line) {
			continue
		}
		if port, err := strconv.Atoi(n); err == nil && port > 0 && port < 65536 {
			return finding.Of(port, finding.Likely, nodeAtIn(p.Folder, "node.port-flag", nodePackageFile(p.Folder), `"scripts"`, `"`+s.name+`"`))
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
func (pl jsPlan) bareFilePort() finding.Finding[int] {
	for _, w := range pl.p.Start.Value.Command {
		name := strings.TrimPrefix(w, "./")
		if path.Ext(name) != "" || strings.HasPrefix(name, "node_modules/") || !pl.p.Has(name) {
			continue
		}
		text, _ := pl.p.Text(name)
		for _, pattern := range nodePortUses {
			n, ok := matched(pattern, text)
			if port, err := strconv.Atoi(n); ok && err == nil && port > 0 && port < 65536 {
				return finding.Of(port, finding.Likely, pl.p.At("node.port", name, n))
			}
		}
	}
	return finding.Finding[int]{}
}
