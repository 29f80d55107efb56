package golang

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// opens are calls that open what they are given by a path, which the go
// command leaves behind: only what //go:embed names is in the binary (pkg.go.dev
// of os, html/template, net/http; gin, Echo and Fiber, whose static.New is version 3's, for routes of files;
// golang-migrate for file:// URLs).
const opens = language.Pattern(`\b(?:os\.(?:Open|ReadFile|ReadDir|DirFS|OpenRoot)|ioutil\.(?:ReadFile|ReadDir)|template\.(?:ParseFiles|ParseGlob)|\w+\.(?:ParseFiles|ParseGlob|LoadHTMLGlob|LoadHTMLFiles|StaticFile|StaticFS|Static|SendFile)|http\.(?:Dir|ServeFile)|filepath\.Glob|ini\.Load|toml\.DecodeFile|gin\.Dir|static\.New|html\.New|migrate\.New|iofs\.New|cleanenv\.ReadConfig|packr\.New)\(`)

const (
	maxOpened   = 24   // paths of one program
	maxCallText = 1000 // bytes of a call's arguments
)

// openedPath is a literal path that a source opens, and where.
type openedPath struct {
	name string
	why  finding.Evidence
}

// openedIn lists the literal paths that a source opens. It is asked for the
// front ends and for the files.
func openedIn(root *language.Folder, file string) []openedPath {
	return language.Once(root, "go.opened "+file, func() []openedPath { return readOpened(root, file) })
}

func readOpened(root *language.Folder, file string) (out []openedPath) {
	content, _ := root.Text(file)
	for _, start := range opens.LikelyLines(content) {
		line, _, _ := strings.Cut(content[start:], "\n")
		at := opens.Regexp().FindStringIndex(line)
		if at == nil || language.IsCommentLine(line) {
			continue
		}
		why := root.Evidence("go.opens", file, 1+strings.Count(content[:start], "\n"), line)
		for _, literal := range literals(content[start+at[1]:]) {
			if strings.Contains(line, `+"`+literal) || strings.Contains(line, `+ "`+literal) { // dir + "/config.yml"
				literal = strings.TrimPrefix(literal, "/")
			}
			out = append(out, openedPath{strings.TrimPrefix(literal, "file://"), why})
		}
	}
	return append(append(out, builtIn(root, file, content)...), namedIn(root, file, content)...)
}

// namedPath is a text that spells a path of the working folder as one, "./schema.sql",
// by itself or with the name that it gets in a file system of the program's own
// (https://github.com/knadh/stuffbin: "path:alias").
const namedPath = language.Pattern(`"\./([\w-][\w./-]*)(?::/?[\w./-]+)?"`)

// namedIn lists such paths, whatever is done with them.
func namedIn(root *language.Folder, file, content string) (out []openedPath) {
	for _, start := range language.LikelyLines(content, []string{`"./`}) {
		line, _, _ := strings.Cut(content[start:], "\n")
		if language.IsCommentLine(line) || len(line) > maxCallText {
			continue
		}
		for _, m := range namedPath.Regexp().FindAllStringSubmatch(line, 4) {
			out = append(out, openedPath{m[1], root.Evidence("go.opens", file, 1+strings.Count(content[:start], "\n"), line)})
		}
	}
	return out
}

// builtPath is a folder that bundlers write to, as a program names it that
// serves what is there: "web/build".
const builtPath = language.Pattern(`"(?:\./)?((?:[\w-]+/)+(?:build|dist|out))(?:/[\w./-]*)?"`)

// builtIn lists such folders, whatever is done with them: a setting's default
// is opened elsewhere.
func builtIn(root *language.Folder, file, content string) (out []openedPath) {
	for _, start := range language.LikelyLines(content, []string{"/build", "/dist", "/out"}) {
		line, _, _ := strings.Cut(content[start:], "\n")
		if language.IsCommentLine(line) {
			continue
		}
		for _, m := range builtPath.Regexp().FindAllStringSubmatch(line, 4) {
			out = append(out, openedPath{m[1], root.Evidence("go.opens", file, 1+strings.Count(content[:start], "\n"), line)})
		}
	}
	return out
}

// openedFiles takes the files and folders along that the sources open by a
// literal relative path: the program starts in the image's working folder, as
// it does in the module's when a developer runs it.
func openedFiles(p *language.Project, used []mainPackage, r *language.Recipe) {
	root := p.Reader().Folder(".")
	within := language.Below(context(p).Path, p.Path)
	for _, part := range p.Claim.Parts { // a front end is built; its sources and packages stay behind
		from := language.Below(context(p).Path, part)
		r.Runtime.Copy = slices.DeleteFunc(r.Runtime.Copy, func(c universalbuild.Copy) bool { return c.From == from })
		r.Build.Artifacts = slices.DeleteFunc(r.Build.Artifacts, func(a string) bool { return a == from })
	}
	for _, m := range used {
		for _, file := range builtFiles(p, m, used) {
			for _, opened := range openedIn(root, file) {
				takeOpened(p, m, within, opened, r)
			}
		}
	}
}

// takeOpened takes one path, unless it is none of the project's, is taken
// already, or may hold what must not be in an image.
func takeOpened(p *language.Project, m mainPackage, within string, opened openedPath, r *language.Recipe) {
	name := path.Clean(opened.name)
	if at := strings.IndexAny(name, "*?["); at >= 0 {
		name = path.Dir(name[:at] + "x") // templates/*.html: the folder
	}
	if name == "." || !language.SafeFolder(name) || strings.HasPrefix(path.Base(name), ".") || path.Ext(name) == ".go" || len(r.Runtime.Copy) > maxOpened {
		return
	}
	for _, c := range r.Runtime.Copy {
		if c.To == name || strings.HasPrefix(name, c.To+"/") {
			return
		}
	}
	from := ""
	for _, dir := range []string{".", m.dir} { // run from the module's folder, or from the command's own
		if at := path.Join(dir, name); from == "" && (p.Has(at) || p.HasDir(at)) {
			from = path.Join(within, at)
		}
	}
	if from == "" && builds(p, p.Join(name)) {
		from = path.Join(within, name) // what a front end's build leaves there
	}
	if from == "" {
		return
	}
	r.Runtime.Copy = append(slices.DeleteFunc(r.Runtime.Copy, func(c universalbuild.Copy) bool { return strings.HasPrefix(c.To, name+"/") }), universalbuild.Copy{From: from, To: name})
	r.Build.Artifacts = append(r.Build.Artifacts, from)
	r.Why = append(r.Why, language.Reason{Field: "/runtime/copy", Confidence: finding.Likely, Evidence: opened.why})
}

// builds reports whether a path lies in a front end that is built along.
func builds(p *language.Project, full string) bool {
	return slices.ContainsFunc(p.Claim.Parts, func(part string) bool { return strings.HasPrefix(full, part+"/") })
}

// literals reads the string literals among a call's arguments, from behind
// its opening parenthesis on.
func literals(rest string) (out []string) {
	rest = rest[:min(len(rest), maxCallText)]
	depth := 1
	for i := 0; i < len(rest) && depth > 0; i++ {
		switch c := rest[i]; c {
		case '(', '{':
			depth++
		case ')', '}':
			depth--
		case '"', '`':
			end := strings.IndexByte(rest[i+1:], c)
			if end < 0 {
				return out
			}
			out = append(out, rest[i+1:i+1+end])
			i += end + 1
		}
	}
	return out
}
