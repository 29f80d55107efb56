package node

import (
	"path"
	"strings"

	"aipack/backend/language"
)

const outSetting language.Pattern = `\b(?:outDir|outputDir)\s*:\s*`
const quoted language.Pattern = `['"\x60]([^'"\x60\n$]*)['"\x60]`

// OutDirFlag is how a build script names the folder that it writes to.
const OutDirFlag language.Pattern = `--out(?:-?[dD]ir|put|put-path)?[ =]["']?([\w./-]+)`

// Into finds where a bundler writes that is told a folder outside of the
// project: the pages of another program in the same repository.
func Into(f *language.Folder) string {
	if f.IsRoot() {
		return ""
	}
	config := f.FirstOf("vite.config.ts", "vite.config.js", "vite.config.mts", "vite.config.mjs", "vue.config.js", "rsbuild.config.ts", "rsbuild.config.js")
	text, _ := f.Text(config)
	out := outsideOf(StripComments(text))
	if out == "" {
		out = outByScript(f)
	}
	if out == "" {
		return ""
	}
	into := path.Join(f.Path, out)
	if into == "." || strings.HasPrefix(into, "..") || into == f.Path || strings.HasPrefix(into, f.Path+"/") {
		return ""
	}
	return into
}

// outsideOf reads the folder above its own that a bundler's setting names: as
// text, put together by path.resolve or path.join from __dirname, or as a URL
// from import.meta.url. "" for one within.
func outsideOf(config string) string {
	for _, at := range outSetting.Regexp().FindAllStringIndex(config, 5) {
		var parts []string
		for _, m := range quoted.Regexp().FindAllStringSubmatch(Expression(config[at[1]:]), 8) {
			parts = append(parts, m[1])
		}
		if out := path.Join(parts...); strings.HasPrefix(out, "../") {
			return out
		}
	}
	return ""
}

// outByScript is the folder above that the build script itself names:
// vite build --outDir ../server/public.
func outByScript(f *language.Folder) string {
	pkg, _ := Package(f)
	out, _ := OutDirFlag.Find(pkg.Script(BuildScript(pkg)))
	if out = path.Clean(out); strings.HasPrefix(out, "../") {
		return out
	}
	return ""
}
