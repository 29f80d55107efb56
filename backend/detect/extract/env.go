package extract

import (
	"sort"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/backing"
	"aipack/backend/detect/configured"
	"aipack/backend/detect/deployment"
	"aipack/backend/detect/variable"
	"aipack/backend/language"
	"aipack/backend/manifest/compose"
	"aipack/backend/manifest/kubernetes"
	"aipack/backend/universalbuild"
)

// Variable is one environment variable that the service reads or is given.
type Variable = finding.Finding[universalbuild.Variable]

// Env lists the environment variables a person may have to set, sorted by
// name. Values that are or may be secrets are never among them.
func (f *Facts) Env() []Variable {
	e := f.variables()
	needs := map[string]bool{}
	for _, b := range f.Backing() {
		needs[b.Value] = true
	}
	for _, v := range e.at {
		v.Required = e.required(v, needs)
	}
	if !f.shipsEmbedded() && !f.Sources.offersFile() {
		e.reached(needs)
	}
	return e.list()
}

// variables gathers what is said about each variable, once.
func (f *Facts) variables() *envTable {
	if f.env != nil {
		return f.env
	}
	e := &envTable{at: map[string]*envEntry{}, project: f.nameWords()}
	f.env = e
	f.envExamples(e, f.Project.Folder, false)
	f.envPlatforms(e)
	f.envContainers(e)
	f.envSources(e, f.Sources)
	for _, p := range f.locals() {
		local := f.localSources(p)
		local.askers = append([]*Sources{f.Sources}, f.localsSources()...)
		f.envSources(e, local)
	}
	how, _ := configured.Overrides(f.Sources.Set)
	for _, k := range configured.ViperKeys(f.Project.Folder, f.Sources.Set, how) {
		f.Sources.envViper(e, k)
	}
	if auto := f.Sources.GrepIn(".go", configured.ViperAuto); len(auto) > 0 {
		f.Sources.envBound(e, how)
		f.Sources.envBoundFields(e, auto[0])
	}
	for _, dir := range f.searched() {
		f.envExamples(e, dir, true)
	}
	f.envFields(e)
	f.envCustom(e)
	f.envSafe(e)
	f.envPrisma(e)
	f.envFilled(e)
	if home := f.Project.Home; home != nil && !home.IsRoot() {
		f.envExamples(e, home, true)
	}
	if !f.Project.IsRoot() {
		f.envExamples(e, f.Project.Reader().Folder("."), true)
	}
	f.envNeighbours(e)
	return e
}

// envTable gathers what is said about each variable; the first to give a value
// wins.
type envTable struct {
	at      map[string]*envEntry
	project map[string]bool // words of the project's own names, in upper case
}

type envEntry struct {
	universalbuild.Variable
	confidence  float64
	evidence    []finding.Evidence
	placeholder bool // an example's value says that one must be filled in
	hasDefault  bool // in the code, or as a comment in the example
	inCode      bool
	declared    bool // a platform's or a compose file insists on it
	listed      bool // the program stops unless all names of its example are set

	// What the reads say: of several the program stops at the strictest.
	plain, copes, allowed, asserted, thrown bool

	blank    bool   // what it falls back to is an empty text
	given    bool   // the service's part of compose gives it a text
	loopback bool   // what it falls back to is an address of the program's own machine
	option   bool   // it belongs to a table of options
	reads    string // what it is read as: integer, url …; "" for any text
	fileKey  string // of a configuration file that gives the value as well; "" for none
}

// note takes what a read says of the need; one of a program that stands aside
// says nothing.
func (v *envEntry) note(n need, aside bool) {
	if aside {
		return
	}
	v.plain = v.plain || n == plain
	v.copes = v.copes || n == tested
	v.allowed = v.allowed || n == allowed
	v.asserted = v.asserted || n == asserted
	v.thrown = v.thrown || n == thrown
}

// required reports whether the program does not run without the variable: it
// stops, whatever is the default elsewhere; or nothing gives another value, and
// either somebody insists on it, or it is a secret of the program's own or the
// address of a database that it needs. An example's value is none: it has to be
// set to that, and so is what compose gives where the program's own default is empty.
func (e *envTable) required(v *envEntry, needs map[string]bool) bool {
	switch {
	case v.Name == "PORT":
		return false
	case v.listed:
		return true
	case variable.OfTests(v.Name):
		return false
	case v.thrown:
		return !v.option || !e.ofGroup(v.Name)
	case v.declared && v.Default == "" && v.blank: // by ${NAME?} of a compose file
		return true
	case v.given && v.blank && v.inCode && (v.Default != "" || variable.LeadsTo(v.Name, needs)):
		return true
	case v.copes:
		return false
	case v.loopback, v.allowed && v.placeholder: // an address that has to be another
		return variable.LeadsTo(v.Name, needs)
	case v.hasDefault || v.allowed:
		return false
	case v.asserted, v.declared && v.Default == "":
		return true
	case !v.plain && (v.inCode || !v.placeholder || variable.OfImages[v.Name]):
		return false
	}
	return variable.OwnSecret(v.Name, e.project) || variable.LeadsTo(v.Name, needs)
}

// maxVariables bounds the table; a service that reads more has generated code.
const maxVariables = 500

func (e *envTable) entry(name string, confidence float64, why finding.Evidence) *envEntry {
	if !variable.Asked(name) {
		return nil
	}
	return e.add(name, confidence, why)
}

// add is entry for a name that is known to be asked for.
func (e *envTable) add(name string, confidence float64, why finding.Evidence) *envEntry {
	v := e.at[name]
	if v == nil {
		if len(e.at) == maxVariables {
			return nil
		}
		v = &envEntry{Variable: universalbuild.Variable{Name: name, Secret: variable.Secret(name)}}
		e.at[name] = v
	}
	v.confidence = max(v.confidence, confidence)
	why.Excerpt = backing.HidePassword(why.Excerpt)
	if len(v.evidence) < 5 && !has(v.evidence, why) {
		v.evidence = append(v.evidence, why)
	}
	return v
}

// value takes a default unless it is secret, a placeholder or a later word.
func (v *envEntry) value(text string) {
	text = strings.TrimSpace(text)
	switch {
	case text == "null" || text == "none" || text == "nil": // the program does without
		v.hasDefault = true
	case text == "": // whoever needs it says so
	case variable.Placeholder(text):
		v.placeholder = true
	case variable.Revealing(text):
		v.Secret, v.placeholder = true, true
	case v.Secret:
		v.placeholder = true
	case v.Default == "" && len(text) <= 200 && !strings.ContainsAny(text, "\n\r\x00"):
		v.Default = text
	}
}

// own takes a value of a machine's own file: a switch, a small number, or what
// a variable of a well-known name holds. Of any other only that it may be a
// secret is remembered; whether it is needed, the source says.
func (v *envEntry) own(text string) {
	text = strings.TrimSpace(text)
	switch {
	case v.Secret, variable.Placeholder(text), variable.Revealing(text), variable.Harmless(v.Name, text):
		v.value(text)
	}
}

// hide leaves nothing of a secret's value, wherever it was read.
func (v *envEntry) hide() {
	v.Default = ""
	for i := range v.evidence {
		v.evidence[i].Excerpt = v.Name
	}
}

// ofGroup reports whether an option belongs to a group of them that can be left
// out: SHOP_PAGES_ROUTE where SHOP_PAGES is one.
func (e *envTable) ofGroup(name string) bool {
	for at := strings.LastIndexByte(name, '_'); at > 0; at = strings.LastIndexByte(name[:at], '_') {
		if group := e.at[name[:at]]; group != nil && group.option && !group.thrown {
			return true
		}
	}
	return false
}

func (e *envTable) list() []Variable {
	names := make([]string, 0, len(e.at))
	for n := range e.at {
		names = append(names, n)
	}
	sort.Strings(names)
	out := make([]Variable, 0, len(names))
	for _, n := range names {
		v := e.at[n]
		if v.Secret {
			v.hide()
		}
		if len(v.evidence) > 0 && v.Path == "" {
			v.Path, v.Line = v.evidence[0].Path, v.evidence[0].Line
		}
		out = append(out, finding.Of(v.Variable, v.confidence, v.evidence...))
	}
	return out
}

// Read is a variable that a line of a source reads, without a value.
func Read(name string, confidence float64, why finding.Evidence) Variable {
	v := envEntry{Variable: universalbuild.Variable{Name: name, Secret: variable.Secret(name), Path: why.Path, Line: why.Line}}
	why.Excerpt = backing.HidePassword(why.Excerpt)
	v.evidence = []finding.Evidence{why}
	if v.Secret {
		v.hide()
	}
	return finding.Of(v.Variable, confidence, v.evidence...)
}

// envExamples reads a folder's examples and .env files. onlyKnown is for the
// root of a repository of several services: its example names the variables of
// all of them.
func (f *Facts) envExamples(e *envTable, dir *language.Folder, onlyKnown bool) {
	for _, name := range deployment.EnvExamples {
		d, ok := deployment.Dotenv(dir, name)
		if !ok {
			continue
		}
		for _, entry := range d.Entries {
			if onlyKnown && e.at[entry.Name] == nil {
				continue
			}
			v := e.entry(entry.Name, finding.Likely, dir.Evidence("env.example", name, entry.Line, entry.Name+"="))
			if v == nil {
				continue
			}
			if v.Description == "" && len(entry.Comment) <= 200 {
				v.Description = entry.Comment
			}
			if entry.Off {
				v.hasDefault = true // left out on purpose: the program copes
				continue
			}
			v.value(entry.Value)
		}
	}
	for _, name := range deployment.EnvFiles {
		d, ok := deployment.Dotenv(dir, name)
		if !ok || onlyKnown {
			continue
		}
		for _, entry := range d.Entries {
			if entry.Off {
				continue
			}
			if v := e.entry(entry.Name, finding.Guess, dir.Evidence("env.file", name, entry.Line, entry.Name+"=")); v != nil {
				asked := v.placeholder
				v.own(entry.Value)
				v.placeholder = asked // what a machine has is not what everybody needs
			}
		}
	}
}

func (f *Facts) envPlatforms(e *envTable) {
	for _, d := range f.Declared {
		for _, p := range d.Variables {
			v := e.entry(p.Name, finding.Likely, d.Evidence(p.Name))
			if v == nil {
				continue
			}
			v.Secret = v.Secret || p.Secret
			v.declared = v.declared || p.Required
			if v.Description == "" {
				v.Description = p.Description
			}
			if p.Value != "" {
				v.value(p.Value)
			}
		}
	}
}

func (f *Facts) envContainers(e *envTable) {
	r := f.Project.Reader()
	for _, c := range f.Composed {
		for _, part := range c.Parts {
			for _, p := range part.Environment {
				v := e.entry(p.Name, finding.Likely, part.Evidence(r, "compose.environment", p.Line))
				if v == nil {
					continue
				}
				f.envCompose(v, p, c.Home)
			}
		}
	}
	for _, d := range f.Deployed {
		for _, p := range d.Env {
			v := e.deployed(p, d.EvidenceOf(r, p))
			if v == nil {
				continue
			}
			if p.Given && p.Value != "" && !strings.Contains(p.Value, "$(") && !f.Around.Cluster.Names(p.Value) {
				v.value(p.Value)
			}
		}
	}
}

// envNeighbours takes the values of Kubernetes that name another workload where
// nothing else gives the variable one: they hold only there.
func (f *Facts) envNeighbours(e *envTable) {
	for _, d := range f.Deployed {
		for _, p := range d.Env {
			if v := e.at[p.Name]; v != nil && p.Given && !strings.Contains(p.Value, "$(") && f.Around.Cluster.Names(p.Value) {
				v.value(p.Value)
			}
		}
	}
}

// deployed is the entry of a variable that Kubernetes gives the service. What may be
// a secret is quoted by its name alone: the line of its value is not shown.
func (e *envTable) deployed(p kubernetes.Var, why []finding.Evidence) *envEntry {
	named := why[len(why)-1]
	if variable.Secret(p.Name) && strings.Contains(named.Excerpt, p.Name) {
		named.Excerpt = p.Name
	}
	v := e.entry(p.Name, finding.Likely, named)
	if v == nil {
		return nil
	}
	v.Secret = v.Secret || p.Secret
	if !v.Secret && len(why) > 1 && !variable.Revealing(p.Value) {
		e.entry(p.Name, finding.Likely, why[0])
	}
	return v
}

// envCompose takes a value out of a compose file: a literal, or the default of
// "${NAME:-default}". Values that name another service of the composition hold
// only there.
func (f *Facts) envCompose(v *envEntry, p compose.Var, home string) {
	value := p.Value
	if inner, ok := strings.CutPrefix(value, "${"); ok && strings.HasSuffix(inner, "}") && strings.Count(value, "$") == 1 {
		inner = strings.TrimSuffix(inner, "}")
		v.declared = v.declared || strings.Contains(inner, "?")
		_, value, _ = strings.Cut(inner, ":-")
	}
	v.given = v.given || value != ""
	if value == "" || strings.Contains(value, "$") || f.Around.Compose.Names(value, home) {
		return
	}
	v.value(value)
}
