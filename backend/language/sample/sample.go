// Package sample finds the files that a program needs and that its repository
// has under another name alone: config.example.json, of which everybody makes
// a config.json. It does not know what stands in them, beside addresses of the
// machine itself.
package sample

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"aipack/backend/base/finding"
	"aipack/backend/language"
)

// Copy is a file that is made of another one before the build.
type Copy struct {
	From, To string           // relative to the project
	Why      finding.Evidence // who needs it
}

// The bounds on what is read of one project.
const (
	maxSamples = 8
	maxSources = 600
	maxSource  = 256 << 10
)

// Add copies the samples that a program needs in front of its own build. What
// they say of the machine that they were written on is told.
func Add(p *language.Project, r *language.Recipe) {
	var lines []string
	for _, c := range Needed(p) {
		lines = append(lines, "cp "+language.ShellWord(p.InContext(c.From))+" "+language.ShellWord(p.InContext(c.To)))
		r.Why = append(r.Why, language.Reason{Field: "/build/build_commands", Confidence: finding.Likely, Evidence: c.Why})
		if text, ok := p.Text(c.From); ok {
			if here := ownMachine().FindString(text); here != "" {
				p.Warn(c.From, "sample_address", c.To+" is made of "+c.From+", which looks for what it needs at "+here+": nothing else is there in a container",
					"have the program take its addresses from variables, or commit "+c.To+" with the names of its neighbours")
			}
		}
	}
	r.Build.BuildCommands = append(lines, r.Build.BuildCommands...)
}

var ownMachine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\b(?:localhost|127\.0\.0\.1)(?::\d+)?\b`)
})

// Needed are the files that the project's own image has from elsewhere in the
// repository, and those of samples, which a source takes without asking whether
// they are there.
func Needed(p *language.Project) []Copy {
	var out []Copy
	for _, c := range append(placed(p), samples(p.Folder)...) {
		if len(out) == maxSamples || slices.ContainsFunc(out, func(known Copy) bool { return known.To == c.To }) {
			continue
		}
		if why, ok := takenBy(p, c.To); ok {
			c.Why = why
			out = append(out, c)
		}
	}
	return out
}

// placed reads the single files that the project's own container file puts
// below the folder that the program is started in, under another name.
func placed(p *language.Project) (out []Copy) {
	for _, stage := range p.Built.Final() {
		workdir := strings.TrimSuffix(stage.Place(""), "/") + "/"
		for _, c := range stage.Copies {
			if c.From != "" || len(c.Sources) != 1 {
				continue
			}
			from := strings.TrimPrefix(path.Join("/", c.Sources[0]), "/")
			to := stage.Place(c.To)
			if strings.HasSuffix(c.To, "/") || c.To == "." {
				to = path.Join(to, path.Base(from))
			}
			name, below := strings.CutPrefix(to, workdir)
			if below && name != from && p.Has(from) && isData(name) && path.Ext(name) == path.Ext(from) && !p.Has(name) && language.SafeFolder(name) {
				out = append(out, Copy{From: from, To: name})
			}
		}
	}
	return out
}

// samples pairs each sample with the file that is to be made of it. One for
// variables is none: those come from the environment.
func samples(f *language.Folder) (out []Copy) {
	var near [3][]string // files by how many folders down they lie
	for _, file := range f.Reader().Index.Under(f.Path) {
		name := f.Rel(file.Path)
		if deep := strings.Count(name, "/"); deep < len(near) {
			near[deep] = append(near[deep], name)
		}
	}
	for _, names := range near {
		for _, name := range names {
			to := meant(name)
			if to == "" || strings.HasPrefix(path.Base(to), ".env") || f.Has(to) || !language.SafeFolder(to) || !isData(to) && !isModule(to) {
				continue
			}
			if part, beside := language.BesideProduct(path.Dir(name)); beside && part != "" {
				continue
			}
			if out = append(out, Copy{From: name, To: to}); len(out) == 4*maxSamples {
				return out
			}
		}
	}
	return out
}

var marks = []string{"example", "sample", "dist", "template", "default"}

// meant is the name without what makes it a sample: config.example.json,
// config-sample.php, settings.json.dist; "" for no sample.
func meant(name string) string {
	dir, base := path.Split(name)
	for _, m := range marks {
		if !strings.Contains(base, m) {
			continue
		}
		for _, part := range []string{"." + m, "-" + m, "_" + m} {
			at := strings.LastIndex(base, part)
			if at > 0 && (at+len(part) == len(base) || base[at+len(part)] == '.') {
				if rest := base[:at] + base[at+len(part):]; path.Ext(rest) != "" {
					return dir + rest
				}
			}
		}
	}
	return ""
}

func isData(name string) bool {
	return slices.Contains([]string{".json", ".yaml", ".yml", ".toml", ".ini", ".cfg", ".conf", ".xml", ".properties"}, path.Ext(name))
}

func isModule(name string) bool {
	return slices.Contains([]string{".js", ".ts", ".cjs", ".mjs", ".py", ".php"}, path.Ext(name))
}
