package sample

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
)

// takenBy is the line of a source that takes a file as it is: reads it, imports
// it, includes it, without a look whether it is there.
func takenBy(p *language.Project, file string) (finding.Evidence, bool) {
	if why, ok := byConvention(p, file); ok {
		return why, true
	}
	base := path.Base(file)
	stem := strings.TrimSuffix(base, path.Ext(base))
	named := regexp.MustCompile(`["'` + "`" + `](?:[^"'` + "`\n" + `]*/)?` + regexp.QuoteMeta(base) + `["'` + "`" + `]`)
	var module *regexp.Regexp
	switch path.Ext(base) {
	case ".js", ".ts", ".cjs", ".mjs", ".json":
		module = regexp.MustCompile(`(?:\bfrom\s*|\brequire\(\s*|\bimport\s*\(?\s*)["'](\.{1,2}/(?:[^"'\n]*/)?` + regexp.QuoteMeta(stem) + `)(?:\.\w+)?["']`)
	case ".py":
		module = regexp.MustCompile(`(?m)^(?:from\s+([\w.]*\b` + regexp.QuoteMeta(stem) + `)\s+import\b|import\s+([\w.]*\b` + regexp.QuoteMeta(stem) + `)\s*(?:$|#|as\b|,))`)
	}
	for _, name := range sources(p.Folder) {
		text, ok := p.Text(name)
		if !ok || len(text) > maxSource || !strings.Contains(text, stem) {
			continue
		}
		at := -1
		if module != nil {
			for _, m := range module.FindAllStringSubmatchIndex(text, 20) {
				if leadsTo(name, text, m, file) {
					at = m[0]
					break
				}
			}
		}
		if at < 0 && !isScript(file) {
			if m := named.FindStringIndex(text); m != nil && taken(text, m) {
				at = m[0]
			}
		}
		if at < 0 || guarded(text, at) {
			continue
		}
		return p.AtLine("sample.taken", name, 1+strings.Count(text[:at], "\n")), true
	}
	return finding.Evidence{}, false
}

// isScript reports whether a file is a module of Python or JavaScript, which
// are imported without their ending.
func isScript(file string) bool { return isModule(file) && path.Ext(file) != ".php" }

// springSettings is where Spring Boot looks for its settings by itself
// (https://docs.spring.io/spring-boot/reference/features/external-config.html).
const springSettings = language.Pattern(`^src/main/resources/application\.(?:properties|ya?ml)$`)

// byConvention knows the files that a library looks for by itself: Spring Boot's
// settings, and those that TypeORM before 0.3 takes its connection from
// (https://orkhan.gitbook.io/typeorm/docs/changelog, "0.3.0").
func byConvention(p *language.Project, file string) (finding.Evidence, bool) {
	if d, ok := p.FirstUsed("org.springframework.boot:spring-boot-starter", "org.springframework.boot:spring-boot-starter-web", "org.springframework.boot:spring-boot-starter-webflux", "org.springframework.boot:spring-boot-starter-data-jpa"); ok && springSettings.Regexp().MatchString(file) {
		return p.Reader().Folder(".").AtLine("spring.settings", d.Path, max(d.Line, 1)), true
	}
	d, ok := p.Dep("typeorm")
	if !ok || !strings.HasPrefix(file, "ormconfig.") || !strings.HasPrefix(strings.TrimLeft(d.Version, "^~="), "0.2") && !strings.HasPrefix(strings.TrimLeft(d.Version, "^~="), "0.1") {
		return finding.Evidence{}, false
	}
	return p.Reader().Folder(".").AtLine("typeorm.configuration", d.Path, max(d.Line, 1)), true
}

// leadsTo reports whether an import of a source means the file.
func leadsTo(source, text string, m []int, file string) bool {
	group := ""
	for i := 2; i+1 < len(m); i += 2 {
		if m[i] >= 0 {
			group = text[m[i]:m[i+1]]
		}
	}
	stem := strings.TrimSuffix(file, path.Ext(file))
	if path.Ext(file) != ".py" {
		return path.Join(path.Dir(source), group) == stem
	}
	dots := len(group) - len(strings.TrimLeft(group, "."))
	module := strings.ReplaceAll(strings.TrimLeft(group, "."), ".", "/")
	if dots > 0 {
		return path.Join(path.Dir(source), strings.Repeat("../", dots-1), module) == stem
	}
	return module == stem || path.Join(path.Dir(source), module) == stem
}

// takes are what a line does that reads a file by its name, or puts its path
// together for that.
const takes = language.Pattern(`(?i)\bopen\(|read|require|include|load|import|path\.(?:join|resolve)|getResource|PropertySource|parse_ini_file|new\s+File`)

func taken(text string, m []int) bool {
	start := strings.LastIndexByte(text[:m[0]], '\n') + 1
	line, _, _ := strings.Cut(text[start:], "\n")
	trimmed := strings.TrimSpace(line)
	return len(line) < 500 && takes.Regexp().MatchString(line) && !strings.HasPrefix(trimmed, "//") && !strings.HasPrefix(trimmed, "#") && !strings.HasPrefix(trimmed, "*")
}

// guards ask whether a file is there, or have what to do without it.
const guards = language.Pattern(`(?i)exists|is_?file|is_readable|accessSync|fs\.access|ignoreResourceNotFound|optional:|^\s*try\s*[:{]|ENOENT|FileNotFound|silent`)

// guarded looks at the line, the four before it and the two after it.
func guarded(text string, at int) bool {
	start := at
	for range 5 {
		if start = strings.LastIndexByte(text[:max(start, 0)], '\n'); start < 0 {
			start = 0
			break
		}
	}
	end := at
	for range 3 {
		next := strings.IndexByte(text[end:], '\n')
		if next < 0 {
			end = len(text)
			break
		}
		end += next + 1
	}
	return slices.ContainsFunc(strings.Split(text[start:end], "\n"), func(line string) bool { return guards.Regexp().MatchString(line) })
}

// sources are the project's own, without what is for tests or the build alone.
func sources(f *language.Folder) []string {
	return language.Once(f, "sample.sources", func() (out []string) {
		for _, pattern := range []string{"*", "*/*", "*/*/*", "*/*/*/*", "*/*/*/*/*", "src/main/java/**/*.java"} {
			for _, name := range f.Glob(pattern) {
				if len(out) == maxSources {
					return out
				}
				base := strings.ToLower(path.Base(name))
				if !isModule(name) && path.Ext(name) != ".java" || strings.Contains(base, "test") || strings.Contains(base, "spec") || meant(name) != "" {
					continue
				}
				if _, beside := language.BesideProduct(path.Dir(name)); !beside {
					out = append(out, name)
				}
			}
		}
		return out
	})
}
