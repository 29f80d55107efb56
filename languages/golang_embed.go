package languages

import (
	"path"
	"strconv"
	"strings"

	"aipack/backend/language"
)

// goEmbedded lists the folders with a package.json whose output a module
// embeds: `//go:embed all:dist` in web/ makes web/ a part of the program. The
// output itself is seldom in the repository, so the folder above it decides,
// or a Vite configuration that writes to the embedded folder.
// https://pkg.go.dev/embed
func goEmbedded(f *language.Folder, mains []goMain) []string {
	root := f.Reader().Folder(".")
	found := map[string]bool{}
	seen := map[string]bool{}
	for _, m := range mains {
		for _, file := range m.files {
			if seen[file] {
				continue
			}
			seen[file] = true
			content, _ := root.Text(file)
			for _, pattern := range goEmbedPatterns(content) {
				if dir := goAssetsOf(f, path.Join(path.Dir(file), pattern)); dir != "" {
					found[dir] = true
				}
			}
		}
	}
	return sortedKeys(found)
}

// goEmbedPatterns reads the patterns of a source's embed directives.
func goEmbedPatterns(content string) []string {
	var out []string
	for _, start := range likelyLines(content, []string{"//go:embed"}) {
		line, _, _ := strings.Cut(content[start:], "\n")
		rest, ok := strings.CutPrefix(strings.TrimSpace(line), "//go:embed ")
		if !ok {
			continue
		}
		for _, word := range strings.Fields(rest) {
			if unquoted, err := strconv.Unquote(word); err == nil {
				word = unquoted
			}
			out = append(out, strings.TrimPrefix(word, "all:"))
		}
	}
	return out
}

// goAssetsOf finds the Node.js project below the module that makes an embedded
// path, "" for none.
func goAssetsOf(f *language.Folder, embedded string) string {
	root := f.Reader().Folder(".")
	for dir := embedded; dir != f.Path && dir != "."; dir = path.Dir(dir) {
		if root.Has(path.Join(dir, "package.json")) {
			return dir
		}
	}
	output := strings.TrimSuffix(relativeTo(f, embedded), "/*")
	for _, dir := range f.Dirs() {
		at := f.Sub(dir)
		config, _ := at.Text(at.FirstOf("vite.config.ts", "vite.config.js", "vite.config.mts", "vite.config.mjs"))
		if strings.Contains(config, "../"+output) && at.Has("package.json") {
			return at.Path
		}
	}
	return ""
}
