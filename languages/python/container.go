package python

import (
	"cmp"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/pypi"
	"aipack/backend/universalbuild"
)

// containerExtras lists the extras that the project's own container file installs,
// of those that the project has: a driver is often one of them.
func (b *install) containerExtras() (extras []string, why finding.Evidence) {
	var known []string
	for _, g := range b.facts.extras() {
		known = append(known, g.Name)
	}
	slices.Sort(known)
	if len(known) == 0 {
		return nil, why
	}
	for _, s := range b.p.Built.Steps("poetry", "uv", "pdm", "pip", "pip3", "python", "python3") {
		var lists []string
		switch {
		case s.Maybe || !s.Has("install", "sync", "wheel"):
			continue
		case s.Has("--all-extras"):
			return known, s.Evidence(b.p.Reader(), "python.extras", "--all-extras")
		case s.Program() == "poetry":
			lists = s.Options("-E", "--extras")
		case s.Program() == "pdm":
			lists = s.Options("-G", "--group")
		default:
			lists = append(s.Options("--extra"), bracketed(s.Words)...)
		}
		for _, list := range lists {
			for _, name := range strings.FieldsFunc(list, func(c rune) bool { return c == ' ' || c == ',' }) {
				if slices.Contains(known, name) {
					extras = append(extras, name)
				}
			}
		}
		if len(extras) > 0 {
			slices.Sort(extras)
			return slices.Compact(extras), s.Evidence(b.p.Reader(), "python.extras", lists[0])
		}
	}
	return b.servingExtra()
}

// extras are the project's own, the smallest first.
func (p *projectFacts) extras() (out []pypi.Group) {
	cfg, _ := language.Parse(p.Folder, "setup.cfg", pypi.ParseSetupCfg)
	for _, g := range slices.Concat(p.project.Groups, cfg.Groups) {
		if g.Extra {
			out = append(out, g)
		}
	}
	slices.SortFunc(out, func(a, b pypi.Group) int {
		return cmp.Or(cmp.Compare(len(a.Dependencies), len(b.Dependencies)), cmp.Compare(a.Name, b.Name))
	})
	return out
}

// servingExtra is the extra that has the server with which a program serves, where
// nothing else brings that: those who only use its other side do without.
// https://packaging.python.org/en/latest/specifications/dependency-specifiers/#extras
func (b *install) servingExtra() (extras []string, why finding.Evidence) {
	if g, why, ok := b.startGroup(); ok && g.Extra {
		return []string{g.Name}, why
	}
	if b.plan.kind != universalbuild.Web || b.plan.ran == nil {
		return nil, why
	}
	for _, f := range reach(b.facts.Folder, *b.plan.ran) {
		for _, c := range f.Calls {
			module, _, _ := strings.Cut(c.Full, ".")
			if _, serves := servers[c.Full]; !serves && c.Full != "uvicorn.Config" {
				continue
			}
			if b.facts.uses(pypi.PEP503(module)) {
				return nil, finding.Evidence{} // it can serve without
			}
			for _, g := range b.facts.extras() {
				if len(extras) == 0 && slices.ContainsFunc(g.Dependencies, func(r pypi.Requirement) bool { return r.Name == pypi.PEP503(module) }) {
					extras, why = []string{g.Name}, b.facts.AtLine("python.serving_extra", f.path, c.Line)
				}
			}
		}
	}
	return extras, why
}

// bracketed finds the extras of what is installed from the project's own
// folder: ".[server,postgres]".
func bracketed(words []string) (lists []string) {
	for _, w := range words {
		if inner, ok := strings.CutPrefix(strings.TrimPrefix(w, "./"), ".["); ok {
			lists = append(lists, strings.TrimSuffix(inner, "]"))
		}
	}
	return lists
}

// asked gives the extras as words of a command line, each behind option.
func (b *install) asked(option string) string {
	extras, why := b.containerExtras()
	if len(extras) == 0 {
		return ""
	}
	b.r.Why = append(b.r.Why, language.Reason{Field: "/build/pre_build_commands", Confidence: finding.Likely, Evidence: why})
	line := ""
	for _, e := range extras {
		line += " " + option + " " + language.ShellWord(e)
	}
	return line
}

// dot is the project's own folder as pip installs it, with the extras.
func (b *install) dot() string {
	extras, why := b.containerExtras()
	if len(extras) == 0 {
		return dot(b.file("."))
	}
	b.r.Why = append(b.r.Why, language.Reason{Field: "/build/build_commands", Confidence: finding.Likely, Evidence: why})
	dir := b.file(".")
	if dir != "." {
		dir = "./" + dir
	}
	return language.ShellWord(dir + "[" + strings.Join(extras, ",") + "]")
}

// tools are what builds and installs, and no part of the program.
var tools = language.Words(`pip setuptools wheel poetry poetry-core uv pipenv pdm rye hatch virtualenv pip-tools build cython setuptools-rust maturin twine tox pytest coverage`)

// readContainer adds the packages that a container file installs beside the
// requirements: servers and drivers that a developer's machine does without. Of
// what it installs beside a project that says itself what it needs, the server
// that its image starts counts alone: the rest may be there for its build.
func (p *projectFacts) readContainer() {
	if p.FirstOf("uv.lock", "poetry.lock", "pdm.lock", "Pipfile") != "" {
		return
	}
	packaged := len(p.files) == 0 || p.setup.Name != "" || p.setup.Unread
	if len(p.files) == 0 && (p.condaFile != "" || slices.ContainsFunc([]string{"poetry", "pdm", "uv", "rye"}, func(tool string) bool { return p.project.Tools[tool] })) {
		return // pip does not install it
	}
	for _, s := range p.pipSteps() {
		for _, r := range packageWords(s.Words[1:]) {
			if p.asks(r.Name) || tools[r.Name] || packaged && !p.imageStarts(r.Name) {
				continue
			}
			r.Line = s.Line
			p.needs = append(p.needs, need{r, false, p.containerFile()})
			p.container = append(p.container, r)
		}
	}
}

// asks reports whether a requirement of that name is known, development ones
// too.
func (p *projectFacts) asks(name string) bool {
	return slices.ContainsFunc(p.needs, func(n need) bool { return n.Name == name })
}

// packageWords finds the requirements among the arguments of pip. An
// option's value is none, and neither is a path or what only a shell knows.
func packageWords(words []string) (out []pypi.Requirement) {
	for i := 0; i < len(words); i++ {
		w := words[i]
		switch {
		case strings.HasPrefix(w, "--") && !strings.Contains(w, "="):
			switch w {
			case "--wheel-dir", "--requirement", "--constraint", "--target", "--prefix", "--root", "--index-url", "--extra-index-url", "--find-links",
				"--trusted-host", "--editable", "--platform", "--python-version", "--only-binary", "--no-binary", "--timeout", "--retries", "--cache-dir", "--progress-bar", "--src", "--proxy", "--cert":
				i++
			}
		case len(w) == 2 && w[0] == '-' && strings.ContainsRune("rctfiew", rune(w[1])):
			i++
		case strings.HasPrefix(w, "-") || strings.ContainsAny(w, "/$*:\\`") || strings.HasPrefix(w, ".") || w == "install" || w == "wheel":
		case strings.HasSuffix(w, ".txt") || strings.HasSuffix(w, ".whl") || strings.ContainsAny(w, "|&;\n\"'"):
		default:
			if r, err := pypi.ParseRequirement(w); err == nil {
				out = append(out, r)
			}
		}
	}
	return out
}

// containerWords writes what readContainer found as arguments of pip.
func (p *projectFacts) containerWords() string {
	line := ""
	for _, r := range p.container {
		name := r.Name
		if len(r.Extras) > 0 {
			name += "[" + strings.Join(r.Extras, ",") + "]"
		}
		if text := name + strings.ReplaceAll(r.Specifier, " ", ""); strings.ContainsAny(text, "<>*!;") {
			line += " " + quote(text)
		} else {
			line += " " + language.ShellWord(text)
		}
	}
	return line
}
