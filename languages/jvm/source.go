package jvm

import (
	"path"
	"sort"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
)

const (
	javaMain    = language.Pattern(`(?m)^\s*(?:public\s+|static\s+|final\s+)*void\s+main\s*\(\s*(?:final\s+)?(?:String|java\.lang\.String|\))`)
	kotlinMain  = language.Pattern(`(?m)^\s*(?:@JvmStatic\s+)?(?:public\s+)?(?:suspend\s+)?fun\s+main\s*\(`)
	groovyMain  = language.Pattern(`(?m)^\s*(?:public\s+)?static\s+(?:void|def|main)\b.*\bmain\s*\(`)
	scalaMain   = language.Pattern(`(?m)^\s*(?:(?:final\s+)?object\s+(\w+)\s+extends\s+(?:[\w.]+(?:\[[^\]]*\])?\s+with\s+)*(?:App|IOApp(?:\.Simple)?|ZIOAppDefault|ZIOApp|(?:cask\.)?MainRoutes|cask\.Main)\b|@main\s+def\s+(\w+)|object\s+(\w+)\b)`)
	scalaDef    = language.Pattern(`(?m)^\s*(?:override\s+)?def\s+main\s*\(`)
	packageLine = language.Pattern(`(?m)^\s*package\s+([\w.]+)`)
	kotlinName  = language.Pattern(`@file:\s*JvmName\("(\w+)"\)`)
	kotlinHolds = language.Pattern(`(?m)^\s*(?:internal\s+|public\s+)?object\s+(\w+)|^\s*(?:open\s+)?class\s+(\w+)[^\n]*`)
)

// mainNames rank the usual names of files with a main class.
var mainNames = []string{"main", "app", "application", "server", "launcher", "bootstrap", "start", "starter", "service", "boot", "program", "bot", "cli"}

func mainRank(name string) int {
	name = strings.ToLower(strings.TrimSuffix(name, path.Ext(name)))
	for i, n := range mainNames {
		switch {
		case name == n:
			return i
		case strings.HasSuffix(name, n):
			return len(mainNames) + i
		}
	}
	return 3 * len(mainNames)
}

// sourcesIn lists a module's source files that are not tests: the most likely
// home of a main class first.
func sourcesIn(f *language.Folder, extensions ...string) []string {
	var out []string
	inSrc := f.HasDir("src")
	for _, file := range f.Reader().Index.Under(f.Path) {
		rel := language.Below(f.Path, file.Path)
		ext := path.Ext(rel)
		known := false
		for _, e := range extensions {
			known = known || ext == e
		}
		if !known || inSrc && !strings.HasPrefix(rel, "src/") || test("/"+rel) {
			continue
		}
		out = append(out, rel)
	}
	sort.SliceStable(out, func(i, j int) bool {
		if a, b := mainRank(path.Base(out[i])), mainRank(path.Base(out[j])); a != b {
			return a < b
		}
		return strings.Count(out[i], "/") < strings.Count(out[j], "/")
	})
	return out
}

func test(p string) bool {
	for _, part := range []string{"/test/", "/tests/", "/testFixtures/", "/androidTest/", "/integrationTest/", "/it/", "/jmh/", "/buildSrc/", "/build-logic/"} {
		if strings.Contains(p, part) {
			return true
		}
	}
	return false
}

// findMain finds the main class in a module's sources.
func findMain(f *language.Folder) (class string, where finding.Evidence) {
	const named, others = 60, 20 // files read of each sort: libraries have many
	readNamed, readOthers := 0, 0
	for _, name := range sourcesIn(f, ".java", ".kt", ".groovy", ".scala") {
		if mainRank(path.Base(name)) < 3*len(mainNames) {
			readNamed++
		} else {
			readOthers++
		}
		if readNamed > named || readOthers > others {
			break
		}
		content, ok := f.Text(name)
		if !ok || !mayStart(name, content) {
			continue
		}
		if class, line := mainClass(name, content); class != "" {
			return class, f.At("java.main_class", name, line)
		}
	}
	return "", finding.Evidence{}
}

// mayStart is a quick look before the exact one.
func mayStart(name, content string) bool {
	if strings.Contains(content, " main(") || strings.Contains(content, " main (") {
		return true
	}
	return path.Ext(name) == ".scala" && (strings.Contains(content, "App") || strings.Contains(content, "@main") || strings.Contains(content, "MainRoutes"))
}

// mainClass gives the fully qualified main class of one file, and the text
// that says so.
func mainClass(name, content string) (class, line string) {
	base := strings.TrimSuffix(path.Base(name), path.Ext(name))
	switch path.Ext(name) {
	case ".java":
		line = javaMain.Regexp().FindString(content)
		class = base
	case ".groovy":
		line = groovyMain.Regexp().FindString(content)
		class = base
	case ".kt":
		line = kotlinMain.Regexp().FindString(content)
		class = kotlinMainClass(base, content, line)
	case ".scala":
		return scalaMainClass(content)
	}
	if line == "" {
		return "", ""
	}
	return qualified(class, content), strings.TrimSpace(line)
}

func qualified(class, content string) string {
	if found := packageLine.Regexp().FindStringSubmatch(content); found != nil {
		return found[1] + "." + class
	}
	return class
}

// kotlinMainClass is the file's class (MainKt), unless main stands inside an
// object, indented, or @file:JvmName names another.
func kotlinMainClass(base, content, line string) string {
	if found := kotlinName.Regexp().FindStringSubmatch(content); found != nil {
		return found[1]
	}
	if trimmed := strings.TrimLeft(line, "\r\n"); strings.HasPrefix(trimmed, " ") || strings.HasPrefix(trimmed, "\t") {
		if found := kotlinHolds.Regexp().FindStringSubmatch(content); found != nil {
			return found[1] + found[2]
		}
	}
	return strings.ToUpper(base[:1]) + base[1:] + "Kt"
}

func scalaMainClass(content string) (class, line string) {
	for _, found := range scalaMain.Regexp().FindAllStringSubmatch(content, 20) {
		name := found[1] + found[2]
		if name == "" {
			if !scalaDef.Regexp().MatchString(content) {
				continue
			}
			name = found[3]
		}
		return qualified(name, content), strings.TrimSpace(found[0])
	}
	return "", ""
}

// sourceUses reports whether a module's sources contain any of the texts,
// and where.
func sourceUses(f *language.Folder, texts ...string) (finding.Evidence, bool) {
	const most = 200
	for i, name := range sourcesIn(f, ".java", ".kt", ".groovy", ".scala") {
		if i == most {
			break
		}
		content, _ := f.Text(name)
		for _, t := range texts {
			if strings.Contains(content, t) {
				return f.At("java.source", name, t), true
			}
		}
	}
	return finding.Evidence{}, false
}

// languageOf says which language a module is written in: the one with most
// files that are not tests; Java where there are none.
func languageOf(f *language.Folder) string {
	count := map[string]int{}
	for _, file := range f.Reader().Index.Under(f.Path) {
		switch path.Ext(file.Path) {
		case ".java", ".kt", ".groovy", ".scala", ".clj":
			if !test("/" + language.Below(f.Path, file.Path)) {
				count[path.Ext(file.Path)]++
			}
		}
	}
	best, id := 0, "java"
	for _, each := range []struct{ ext, id string }{{".java", "java"}, {".kt", "kotlin"}, {".scala", "scala"}, {".groovy", "groovy"}} {
		if count[each.ext] > best {
			best, id = count[each.ext], each.id
		}
	}
	return id
}
