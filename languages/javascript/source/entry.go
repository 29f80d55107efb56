package source

import (
	"path"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/npm"
)

// Listens finds what says that a program serves.
func Listens(text string) string {
	for _, sign := range []string{
		".listen(", "createServer(", "Bun.serve(", "Deno.serve(", "serve({", "serve(app", "NestFactory.create", "new WebSocketServer(",
		"new WebSocket.Server(", "new ApolloServer(", "startStandaloneServer(", "functions.http(", ".bindAsync(",
	} {
		if strings.Contains(text, sign) {
			return sign
		}
	}
	return ""
}

// entries are where a program starts that names no main: npm start runs
// server.js by itself, Express' generator makes bin/www, Azure looks for
// hostingstart.
var entries = []string{
	"server", "index", "app", "main", "bot", "bin/www", "hostingstart", "src/server", "src/index", "src/main", "src/app", "src/bot",
}

// Entry finds the file that main, module or convention name, or the one that serves
// what it makes; sources of a compiled main count for it. "" if there is none.
func Entry(f *language.Folder, pkg npm.Package) string {
	if pkg.HasExports || pkg.Types != "" { // made for other packages: what serves beside it is an example
		return named(f, pkg)
	}
	return serving(f, named(f, pkg))
}

func named(f *language.Folder, pkg npm.Package) string {
	for _, name := range []string{pkg.Main, pkg.Module} {
		name = strings.TrimPrefix(name, "./")
		if name == "" || strings.HasPrefix(name, "../") || !ownName(path.Base(name)) { // a gulpfile
			continue
		}
		if e := f.FirstOf(name, name+".js", path.Join(name, "index.js")); e != "" && path.Ext(e) != "" {
			return e
		}
		stem := strings.TrimSuffix(path.Base(name), path.Ext(name))
		if e := f.FirstOf("src/"+stem+".ts", stem+".ts", "src/"+stem+".js", "src/"+stem+".tsx", "src/"+stem+".mts"); e != "" {
			return e
		}
	}
	for _, base := range entries {
		for _, ext := range []string{".js", ".mjs", ".cjs", ".ts", ".mts", ""} {
			if (ext != "" || base == "bin/www") && f.Has(base+ext) {
				return base + ext
			}
		}
	}
	return ""
}

// OtherServers is the file that main or convention name and that serves, where the
// command that starts the program runs a file that does not: npm documents main as
// what is required of a package and start as what is run, and people mix them up
// (docs.npmjs.com/cli/configuring-npm/package-json). A program that does not come up
// may be that one.
func OtherServers(f *language.Folder, pkg npm.Package, command []string) []finding.Alternative {
	entry := Entry(f, pkg)
	if len(command) != 2 || command[0] != "node" || !f.Has(command[1]) || entry == "" || path.Clean(command[1]) == path.Clean(entry) {
		return nil
	}
	if ext := path.Ext(entry); ext != ".js" && ext != ".mjs" && ext != ".cjs" {
		return nil // not run as it is
	}
	sign := Listens(Script(f, entry))
	if sign == "" || serves(f, path.Clean(command[1])) {
		return nil
	}
	return []finding.Alternative{{Value: "node " + entry, Confidence: finding.Unsure, Evidence: f.At("node.entry-serves", entry, sign)}}
}
