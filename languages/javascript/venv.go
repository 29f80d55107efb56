package javascript

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"aipack/backend/base/finding"
	"aipack/backend/language"
)

// installScripts are those of a project's own that an install runs
// (https://docs.npmjs.com/cli/v11/using-npm/scripts#life-cycle-operation-order).
var installScripts = []string{"preinstall", "install", "postinstall", "prepare"}

var (
	scriptCalled = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b(?:npm|pnpm|yarn)\s+(?:run\s+)?([\w:.-]+)`) })
	fileCalled   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b(?:node|sh|bash)\s+([\w./-]+)`) })
	makesVenv    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`-m["']?[\s,]+["']?venv\b`) })
)

// pythonBeside brings Python where the project's own install makes a virtual
// environment: Debian keeps what makes one in a package of its own, and the program
// runs it with the interpreter of its image (https://docs.python.org/3/library/venv.html).
func (pl plan) pythonBeside(r *language.Recipe) {
	why, ok := pl.venv()
	if !ok {
		return
	}
	r.Build.SystemPackages = append(r.Build.SystemPackages, "python3-venv")
	r.Runtime.SystemPackages = append(r.Runtime.SystemPackages, "python3")
	for _, field := range []string{"/build/system_packages", "/runtime/system_packages"} {
		r.Why = append(r.Why, language.Reason{Field: field, Confidence: finding.Likely, Evidence: why})
	}
}

// venv finds the line of an install script, or of the file that it runs, that makes
// the environment.
func (pl plan) venv() (finding.Evidence, bool) {
	pending, seen := slices.Clone(installScripts), map[string]bool{}
	for len(pending) > 0 && len(seen) < maxInstallScripts {
		name := pending[0]
		pending = pending[1:]
		line := pl.pkg.Script(name)
		if seen[name] || line == "" {
			continue
		}
		seen[name] = true
		if makesVenv().MatchString(line) {
			return pl.p.At("node.venv", "package.json", `"`+name+`"`), true
		}
		for _, m := range scriptCalled().FindAllStringSubmatch(line, maxInstallScripts) {
			pending = append(pending, m[1])
		}
		for _, m := range fileCalled().FindAllStringSubmatch(line, maxInstallScripts) {
			file := path.Clean(m[1])
			if !language.SafeFolder(file) {
				continue
			}
			if text, ok := pl.p.Text(file); ok && makesVenv().MatchString(text) {
				return pl.p.At("node.venv", file, strings.TrimSpace(makesVenv().FindString(text))), true
			}
		}
	}
	return finding.Evidence{}, false
}

// maxInstallScripts is how many scripts are followed.
const maxInstallScripts = 12
