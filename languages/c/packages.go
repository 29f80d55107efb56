package c

import (
	"encoding/json"
	"slices"
	"sort"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/nativebuild"
)

// dependencies lists the libraries that the build files ask for, by the
// names they use.
func dependencies(p *language.Project) []language.Dependency {
	var deps []language.Dependency
	add := func(name, file string, line int) {
		if name == "" || strings.ContainsAny(name, "${}") || slices.ContainsFunc(deps, func(d language.Dependency) bool { return d.Name == name }) {
			return
		}
		deps = append(deps, language.Dependency{Name: name, Path: p.Join(file), Line: line})
	}
	switch p.Claim.System {
	case "cmake":
		cmakeLibraries(p.Folder, add)
	case "meson":
		mesonLibraries(p.Folder, add)
	case "make":
		makeLibraries(p.Folder, add)
	}
	vcpkgLibraries(p.Folder, add)
	conanLibraries(p.Folder, add)
	sort.SliceStable(deps, func(i, j int) bool { return deps[i].Name < deps[j].Name })
	return deps
}

func cmakeLibraries(f *language.Folder, add func(name, file string, line int)) {
	for _, dir := range cmakeFiles(f) {
		file := strings.TrimPrefix(dir+"/CMakeLists.txt", "./")
		cmake, _ := language.Parse(f, file, nativebuild.ParseCMake)
		for _, c := range cmake.Commands {
			switch c.Name {
			case "find_package":
				cmakePackage(c, file, add)
			case "pkg_check_modules", "pkg_search_module":
				for i, arg := range c.Args {
					if i > 0 && strings.ToUpper(arg) != arg {
						name, _, _ := strings.Cut(arg, ">")
						name, _, _ = strings.Cut(name, "=")
						add(name, file, c.Line)
					}
				}
			}
		}
	}
}

func cmakePackage(c nativebuild.CMakeCommand, file string, add func(name, file string, line int)) {
	if len(c.Args) == 0 || c.Args[0] == "Threads" {
		return
	}
	if c.Args[0] != "Boost" {
		add(c.Args[0], file, c.Line)
		return
	}
	add("Boost", file, c.Line)
	i := slices.IndexFunc(c.Args, func(a string) bool { return a == "COMPONENTS" || a == "OPTIONAL_COMPONENTS" })
	if i < 0 {
		return
	}
	for _, component := range c.Args[i+1:] {
		if strings.ToUpper(component) != component {
			add("boost_"+component, file, c.Line)
		}
	}
}

func mesonLibraries(f *language.Folder, add func(name, file string, line int)) {
	for _, file := range append(f.Glob("meson.build"), f.Glob("*/meson.build")...) {
		calls, _ := language.Parse(f, file, nativebuild.ParseMeson)
		for _, c := range calls {
			if (c.Name == "dependency" || c.Name == "find_library") && c.First() != "threads" {
				add(c.First(), file, c.Line)
				for _, module := range c.List("modules") {
					if c.First() == "boost" {
						add("boost_"+module, file, c.Line)
					}
				}
			}
		}
	}
}

const makeLibrary = language.Pattern(`(?:^|\s)-l([A-Za-z][A-Za-z0-9_+.-]*)`)

func makeLibraries(f *language.Folder, add func(name, file string, line int)) {
	file := makeFile(f)
	content, _ := f.Text(file)
	for i, line := range strings.Split(content, "\n") {
		for _, m := range makeLibrary.Regexp().FindAllStringSubmatch(line, 20) {
			add(m[1], file, i+1)
		}
	}
}

func vcpkgLibraries(f *language.Folder, add func(name, file string, line int)) {
	doc, ok := language.Parse(f, "vcpkg.json", func(content string) (map[string]any, error) {
		var v map[string]any
		err := json.Unmarshal([]byte(content), &v)
		return v, err
	})
	if !ok {
		return
	}
	list, _ := doc["dependencies"].([]any)
	for _, entry := range list {
		name, _ := entry.(string)
		if table, ok := entry.(map[string]any); ok {
			name, _ = table["name"].(string)
		}
		if rest, ok := strings.CutPrefix(name, "boost-"); ok {
			name = "boost_" + strings.ReplaceAll(rest, "-", "_")
		}
		add(name, "vcpkg.json", f.At("", "vcpkg.json", `"`+name+`"`).Line)
	}
}

// conanLibraries reads the [requires] section of conanfile.txt and the
// requires calls and strings of conanfile.py.
func conanLibraries(f *language.Folder, add func(name, file string, line int)) {
	content, _ := f.Text("conanfile.txt")
	section := ""
	for i, line := range strings.Split(content, "\n") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			section = line
		} else if name, _, ok := strings.Cut(line, "/"); ok && section == "[requires]" && !strings.HasPrefix(line, "#") {
			add(name, "conanfile.txt", i+1)
		}
	}
	calls, _ := language.Parse(f, "conanfile.py", nativebuild.ParseStarlark)
	for _, c := range calls {
		if name, _, ok := strings.Cut(c.First(), "/"); ok && c.Name == "requires" {
			add(name, "conanfile.py", c.Line)
		}
	}
}

// includes lists the headers that a source includes.
func includes(content string) []string {
	var out []string
	for _, start := range language.LikelyLines(content, []string{"include"}) {
		line, _, _ := strings.Cut(content[start:], "\n")
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "#") {
			continue
		}
		rest, ok := strings.CutPrefix(strings.TrimSpace(line[1:]), "include")
		if rest = strings.TrimSpace(rest); !ok || rest == "" || rest[0] != '<' && rest[0] != '"' {
			continue
		}
		if end := strings.IndexAny(rest[1:], ">\""); end > 0 {
			out = append(out, rest[1:1+end])
		}
	}
	return out
}

// framework recognises a framework by the headers that are included.
func framework(p *language.Project) finding.Finding[string] {
	type place struct{ file, header string }
	included := map[string]place{}
	var headers []string
	for _, file := range sourcesOf(p.Folder, true) {
		content, _ := p.Text(file)
		for _, header := range includes(content) {
			if _, known := included[header]; !known {
				included[header] = place{file, header}
				headers = append(headers, header)
			}
		}
	}
	sort.Strings(headers)
	for _, framework := range p.Language.Frameworks {
		for _, need := range framework.Needs {
			for _, header := range headers {
				prefix, wild := strings.CutSuffix(need, "*")
				if header == need || wild && strings.HasPrefix(header, prefix) {
					at := included[header]
					return finding.Of(framework.Name, finding.Certain, p.At("cpp.include", at.file, at.header))
				}
			}
		}
	}
	return finding.Finding[string]{}
}
