// Package deno knows the projects that Deno runs: a runtime of JavaScript and
// TypeScript, not a language. They are claimed by those, with deno as their build
// system. It does not know Node.js or its package managers.
package deno

import (
	"maps"
	"path"
	"slices"
	"sort"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/node"
	"aipack/backend/language/version"
	"aipack/backend/manifest/npm"
	"aipack/backend/universalbuild"
	"aipack/languages/javascript/source"
	"aipack/languages/javascript/workspace"
)

// DefaultVersion is the release that the image is taken of where the
// project names none.
const DefaultVersion = "2.5.6"

// Config reads deno.json or deno.jsonc.
func Config(f *language.Folder) (npm.Deno, string, bool) {
	for _, name := range []string{"deno.json", "deno.jsonc"} {
		if d, ok := language.Parse(f, name, npm.ParseDeno); ok {
			return d, name, true
		}
	}
	return npm.Deno{}, "", false
}

// entries are the files that start a Deno program, by convention.
var entries = []string{"main", "index", "app", "mod", "server"}

// Runs reports whether the folder is run by Deno: its configuration is there
// and no package manager's, or its program imports as only Deno does.
func Runs(f *language.Folder) bool {
	if f.FirstOf("deno.json", "deno.jsonc", "deno.lock") != "" {
		if !f.Has("package.json") {
			return true
		}
		pkg, _ := node.Package(f)
		d, _, _ := Config(f)
		return len(workspace.LocksIn(f)) == 0 && pkg.Script("start") == "" && (d.Tasks["start"] != "" || d.Tasks["dev"] != "")
	}
	return !f.Has("package.json") && !f.Has("project.json") && bareEntry(f) != ""
}

func bareEntry(f *language.Folder) string {
	for _, base := range entries {
		for _, ext := range []string{".ts", ".tsx", ".js", ".mjs", ".mts"} {
			head := f.Head(base+ext, 32<<10)
			for _, sign := range []string{`"https://deno.land/`, `'https://deno.land/`, `from "jsr:`, `from 'jsr:`, `from "npm:`, `from 'npm:`, "Deno."} {
				if strings.Contains(head, sign) {
					return base + ext
				}
			}
		}
	}
	return ""
}

// Claim says what such a folder is.
func Claim(f *language.Folder) (language.Claim, bool) {
	d, file, ok := Config(f)
	c := language.Claim{System: "deno", PackageManager: "deno", Name: d.Name, Confidence: finding.Certain}
	switch {
	case ok:
		c.Why = []finding.Evidence{f.Evidence("deno.config", file, 0, "")}
	case f.Has("deno.lock"):
		c.Why = []finding.Evidence{f.Evidence("deno.lock", "deno.lock", 0, "")}
	default:
		c.Confidence = finding.Likely
		c.Why = []finding.Evidence{f.Evidence("deno.import", bareEntry(f), 0, "")}
	}
	entry := entryOf(f, d)
	text := f.Head(entry, source.MostBytes)
	switch {
	case d.IsRoot && d.Tasks["start"] == "" && entry == "":
		c.Role = language.Library
	case d.HasExports && d.Tasks["start"] == "" && d.Name != "" && d.Version != "":
		c.Role = language.Library
	case source.Listens(text) != "" || strings.Contains(text, "serve(") || strings.Contains(text, "export default {") || strings.Contains(text, ".start(") || fresh(f, d):
		c.Role, c.Kind = language.Service, universalbuild.Web
	case d.Tasks["start"] != "":
		c.Role, c.Kind = language.Service, universalbuild.Web
	case entry != "":
		c.Role, c.Kind = language.Program, universalbuild.CLI
	default:
		c.Role = language.Aside
	}
	c.RoleWhy = c.Why[0]
	if entry != "" {
		c.RoleWhy = f.Evidence("deno.entry", entry, 0, "")
	}
	return c, true
}

func fresh(f *language.Folder, d npm.Deno) bool {
	return f.Has("fresh.gen.ts") || d.Imports["$fresh/"] != "" || d.Imports["fresh"] != ""
}

// entryOf finds the program's file: of the start task, then by convention.
func entryOf(f *language.Folder, d npm.Deno) string {
	for _, task := range []string{taskOf(d), "start", "dev", "run"} {
		for _, w := range strings.Fields(d.Tasks[task]) {
			w = strings.TrimPrefix(w, "./")
			if ext := path.Ext(w); (ext == ".ts" || ext == ".tsx" || ext == ".js" || ext == ".mjs" || ext == ".jsx") && f.Has(w) {
				return w
			}
		}
	}
	for _, dir := range []string{"", "src/"} {
		for _, base := range entries {
			for _, ext := range []string{".ts", ".tsx", ".js", ".mjs", ".mts"} {
				if f.Has(dir + base + ext) {
					return dir + base + ext
				}
			}
		}
	}
	for _, name := range f.Files() {
		if ext := path.Ext(name); (ext == ".ts" || ext == ".js") && source.IsScript(name) && !strings.HasSuffix(name, "_test.ts") {
			return name
		}
	}
	return ""
}

// Version is what the project's files say, read by file, or the default.
func Version(f *language.Folder, file func(f *language.Folder, name string) finding.Finding[string]) finding.Finding[string] {
	for _, name := range []string{".deno-version", ".dvmrc"} {
		if v := file(f, name); v.Found() {
			return v
		}
	}
	if v := version.Tool(f, "deno"); v.Found() {
		return v
	}
	return finding.Of(DefaultVersion, finding.Unsure, finding.Evidence{Rule: "deno.default"})
}

// Dependencies reads the import map: "jsr:@std/http@1", "npm:express@4".
func Dependencies(f *language.Folder) []language.Dependency {
	d, file, _ := Config(f)
	var out []language.Dependency
	for _, key := range slices.Sorted(maps.Keys(d.Imports)) {
		target := d.Imports[key]
		name, version := strings.TrimSuffix(key, "/"), target
		for _, scheme := range []string{"npm:", "jsr:"} {
			if rest, ok := strings.CutPrefix(target, scheme); ok {
				rest = strings.TrimPrefix(rest, "/")
				name, version = rest, ""
				if i := strings.LastIndexByte(rest, '@'); i > 0 {
					name, version = rest[:i], rest[i+1:]
				}
			}
		}
		if key == "$fresh/" {
			name = "$fresh"
		}
		at := f.At("deno.import", file, `"`+key+`"`)
		out = append(out, language.Dependency{Name: name, Version: version, Path: at.Path, Line: at.Line})
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out
}

// Framework looks at the import map, then at what the entry imports.
func Framework(p *language.Project) finding.Finding[string] {
	d, file, _ := Config(p.Folder)
	if fresh(p.Folder, d) {
		return finding.Of("Fresh", finding.Certain, p.At("deno.framework", file, "fresh"))
	}
	entry := entryOf(p.Folder, d)
	text := p.Head(entry, source.MostBytes)
	for _, fw := range p.Language.Frameworks {
		if fw.Library {
			continue
		}
		if dep, ok := p.FirstUsed(fw.Needs...); ok {
			return finding.Of(fw.Name, finding.Certain, finding.Evidence{Rule: "deno.framework", Path: dep.Path, Line: dep.Line, Excerpt: dep.Name})
		}
		for _, need := range fw.Needs {
			for _, form := range []string{"npm:" + need, "jsr:" + need, "deno.land/x/" + need} {
				if strings.Contains(text, form+`"`) || strings.Contains(text, form+"@") || strings.Contains(text, form+"/") {
					return finding.Of(fw.Name, finding.Likely, p.At("deno.framework", entry, form))
				}
			}
		}
	}
	return finding.Finding[string]{}
}

// taskOf names the task that runs the program for good. Templates such as
// Fresh's keep "start" for development, with a watcher, and have another beside
// it.
func taskOf(d npm.Deno) string {
	if start := d.Tasks["start"]; start != "" && !strings.Contains(start, "--watch") && !strings.Contains(start, "dev.ts") {
		return "start"
	}
	for _, name := range []string{"serve", "prod", "production", "preview"} {
		if d.Tasks[name] != "" && !strings.Contains(d.Tasks[name], "--watch") {
			return name
		}
	}
	return "start"
}

// Start runs the start task's own command, else the entry with all
// permissions, which is what hosting platforms give.
func Start(p *language.Project) finding.Finding[language.Start] {
	d, file, _ := Config(p.Folder)
	entry := entryOf(p.Folder, d)
	name := taskOf(d)
	if task := d.Tasks[name]; task != "" {
		words, ok := source.ShellWords(task)
		if ok && len(words) > 1 && words[0] == "deno" {
			return finding.Of(language.Start{Command: source.Without(words, "--watch", "--watch-hmr", "--inspect", "--inspect-brk", "--inspect-wait")},
				finding.Certain, p.At("deno.task", file, `"`+name+`"`))
		}
		if !ok || len(words) > 0 {
			return finding.Of(language.Start{Command: []string{"sh", "-c", task}}, finding.Likely, p.At("deno.task", file, `"`+name+`"`))
		}
	}
	if entry == "" {
		return finding.Finding[language.Start]{}
	}
	verb := "run"
	if text := p.Head(entry, source.MostBytes); strings.Contains(text, "export default {") && strings.Contains(text, "fetch") && !strings.Contains(text, "Deno.serve") {
		verb = "serve"
	}
	return finding.Of(language.Start{Command: []string{"deno", verb, "--allow-all", entry}}, finding.Likely, p.Evidence("deno.entry", entry, 0, ""))
}

const namesPort language.Pattern = `\b(?:port|PORT)\b`

// Port is where Deno.serve and deno serve listen that are told no port
// (docs.deno.com/api/deno/~/Deno.serve: the default is 8000).
func Port(p *language.Project) finding.Finding[int] {
	d, _, _ := Config(p.Folder)
	entry := entryOf(p.Folder, d)
	text := node.StripComments(p.Head(entry, source.MostBytes))
	command := strings.Join(p.Start.Value.Command, " ")
	if namesPort.Regexp().MatchString(text) || strings.Contains(command, "--port") || strings.Contains(command, "PORT") {
		return finding.Finding[int]{}
	}
	switch {
	case strings.Contains(text, "Deno.serve("):
		return finding.Of(8000, finding.Likely, p.At("deno.serve", entry, "Deno.serve("))
	case len(p.Start.Value.Command) > 1 && p.Start.Value.Command[1] == "serve":
		return finding.Of(8000, finding.Likely, p.Evidence("deno.serve", entry, 0, ""))
	}
	return finding.Finding[int]{}
}

// Recipe fetches modules in the build; the image carries them in DENO_DIR.
func Recipe(p *language.Project) language.Recipe {
	d, _, _ := Config(p.Folder)
	image := "denoland/deno:debian-" + tag(p.Version.Value)
	var r language.Recipe
	r.Build.BaseImage, r.Build.Workdir = image, "/app"
	r.Build.Environment = map[string]string{"DENO_DIR": "/app/.deno"}
	dir := ""
	if rel := p.InContext("."); rel != "." {
		dir = "cd " + language.ShellWord(rel) + " && "
	}
	if entry := entryOf(p.Folder, d); entry != "" {
		r.Build.PreBuildCommands = nil
		r.Build.BuildCommands = []string{dir + "deno cache " + language.ShellWord(entry)}
	}
	if d.Tasks["build"] != "" {
		r.Build.BuildCommands = append([]string{dir + "deno task build"}, r.Build.BuildCommands...)
	}
	r.Build.Artifacts = []string{"."}
	r.Runtime.BaseImage, r.Runtime.Workdir = image, path.Join("/app", p.InContext("."))
	r.Runtime.Environment = map[string]string{"DENO_DIR": "/app/.deno", "DENO_NO_UPDATE_CHECK": "1"}
	r.Runtime.Copy = []universalbuild.Copy{{From: ".", To: "/app"}}
	if p.InContext(".") == "." {
		r.Runtime.Copy[0].To = "."
	}
	return r
}

// tag names an image: only full versions have one.
func tag(v string) string {
	if strings.Count(v, ".") == 2 && version.Plain.Regexp().MatchString(v) {
		return v
	}
	if node.Major(v) == 1 {
		return "1.46.3"
	}
	return DefaultVersion
}
