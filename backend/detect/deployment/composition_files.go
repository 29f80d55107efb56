package deployment

import (
	"path"
	"slices"
	"sort"
	"strings"

	"aipack/backend/language"
)

// composeFolders lists the folders that hold a compose file, shallow ones
// first.
func composeFolders(r *language.Reader) []string {
	seen := map[string]bool{}
	var out []string
	add := func(dir string) {
		if !seen[dir] {
			seen[dir] = true
			out = append(out, dir)
		}
	}
	for _, name := range composeNames {
		for _, p := range r.Index.Named(name) {
			add(path.Dir(p))
		}
	}
	if composeBase(r.Folder(".")) != "" {
		add(".")
	}
	sort.SliceStable(out, func(i, j int) bool {
		if a, b := depth(out[i]), depth(out[j]); a != b {
			return a < b
		}
		return out[i] < out[j]
	})
	return out[:min(len(out), maxComposeFiles)]
}

func depth(dir string) int {
	if dir == "." {
		return 0
	}
	return strings.Count(dir, "/") + 1
}

// composeNames is the order in which "docker compose" looks for its file.
var composeNames = []string{"compose.yaml", "compose.yml", "docker-compose.yaml", "docker-compose.yml"}

// composeBase is the file that counts in a folder: the standard names, else at
// the root one for production or the first variant. One that was exported beside
// the project's own is not in its way: see composeEdits.
func composeBase(f *language.Folder) string {
	exported := ""
	for _, name := range composeNames {
		switch {
		case !f.Has(name):
		case !f.Reader().Partly(f.Join(name)):
			return name
		case exported == "":
			exported = name
		}
	}
	if name := composeVariant(f); name != "" {
		return name
	}
	return exported
}

// composeEdits are the exported files of which a part is the user's own: they
// were written over what the project has.
func composeEdits(f *language.Folder, base string) []string {
	var out []string
	for _, name := range composeNames {
		if name != base && f.Has(name) && f.Reader().Partly(f.Join(name)) {
			out = append(out, name)
		}
	}
	return out
}

// composeVariant is a file for production, or the first that is named like one
// of compose, where the repository's root has none of a usual name.
func composeVariant(f *language.Folder) string {
	if !f.IsRoot() {
		return ""
	}
	var variants []string
	for _, n := range f.Files() {
		ext := path.Ext(n)
		if (ext == ".yml" || ext == ".yaml") && !slices.Contains(composeNames, n) && (strings.HasPrefix(n, "docker-compose") || strings.HasPrefix(n, "compose.")) {
			variants = append(variants, n)
		}
	}
	for _, n := range variants {
		if strings.Contains(n, "prod") {
			return n
		}
	}
	if len(variants) > 0 {
		return variants[0]
	}
	return ""
}

// composeLayers are files beside the main one that are laid over it by name
// ("docker compose -f compose.yaml -f compose.full.yaml"): they may hold
// services of their own. Those for development and tests are left out.
func composeLayers(f *language.Folder, base string) []string {
	const most = 8
	var out []string
	for _, n := range f.Files() {
		ext := path.Ext(n)
		stem := strings.TrimSuffix(n, ext)
		if n == base || ext != ".yml" && ext != ".yaml" || !strings.HasPrefix(n, "docker-compose.") && !strings.HasPrefix(n, "docker-compose-") && !strings.HasPrefix(n, "compose.") {
			continue
		}
		words := strings.FieldsFunc(strings.ToLower(stem), func(c rune) bool { return c == '.' || c == '-' || c == '_' })
		if !slices.ContainsFunc(words, func(w string) bool { return composeAside[w] }) && len(out) < most {
			out = append(out, n)
		}
	}
	return out
}

var composeAside = map[string]bool{
	"override": true, "dev": true, "development": true, "local": true, "test": true, "tests": true, "testing": true, "e2e": true, "ci": true,
	"debug": true, "example": true, "sample": true, "build": true,
}

func composeOverrides(base string) []string {
	stem := strings.TrimSuffix(base, path.Ext(base))
	return []string{stem + ".override.yaml", stem + ".override.yml"}
}
