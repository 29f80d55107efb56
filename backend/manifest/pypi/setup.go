package pypi

import (
	"strings"

	"aipack/backend/manifest/keyvalue"
	"aipack/backend/manifest/lenient"
	"aipack/backend/manifest/pysource"
)

// Setup is what setup.py or setup.cfg says about a package.
type Setup struct {
	Name           string
	PythonRequires string
	Dependencies   []Requirement
	Groups         []Group
	Scripts        map[string]string // console_scripts
	Packages       bool              // it names packages or modules: it is meant to be installed
	Classifiers    []string
	Unread         bool // dependencies are computed, not written down
}

// ParseSetupPy reads setup.py as text: nothing in it is run, so only what is
// written as a literal, or as the name of one, is found. It never fails.
func ParseSetupPy(content string) (Setup, error) {
	s := Setup{Scripts: map[string]string{}}
	src, _ := pysource.Parse(content)
	for _, c := range src.Calls {
		if c.Full != "setup" && !strings.HasSuffix(c.Full, ".setup") || len(c.Args) == 0 {
			continue
		}
		for _, a := range c.Args {
			s.keyword(a.Name, src.Literal(a.Tokens))
		}
		break
	}
	return s, nil
}

func (s *Setup) keyword(name string, value []pysource.Token) {
	text, _ := pysource.Text(value)
	switch name {
	case "name":
		s.Name = text
	case "python_requires":
		s.PythonRequires = text
	case "classifiers":
		s.Classifiers = pysource.Strings(value)
	case "packages", "py_modules", "package_dir":
		s.Packages = true
	case "install_requires":
		isList := len(value) > 0 && (value[0].Op("[") || value[0].Op("("))
		s.Unread = !isList
		if isList {
			s.Dependencies = located(value)
		}
	case "entry_points":
		s.entryPoints(value)
	case "extras_require":
		var all []Requirement
		for i, t := range value {
			if t.Kind == pysource.String && (i+1 >= len(value) || !value[i+1].Op(":")) {
				all = append(all, located(value[i:i+1])...)
			}
		}
		if len(all) > 0 {
			s.Groups = append(s.Groups, Group{Name: "extras", Extra: true, Dependencies: all})
		}
	}
}

func located(tokens []pysource.Token) []Requirement {
	var out []Requirement
	for _, t := range tokens {
		if t.Kind != pysource.String {
			continue
		}
		if r, err := ParseRequirement(t.Text); err == nil {
			r.Line = t.Line
			out = append(out, r)
		}
	}
	return out
}

// entryPoints reads {"console_scripts": ["name = module:function"]} and the
// same as an INI text.
func (s *Setup) entryPoints(value []pysource.Token) {
	if text, ok := pysource.Text(value); ok {
		s.consoleScripts(text)
		return
	}
	console := false
	for i, t := range value {
		if t.Kind != pysource.String {
			continue
		}
		if i+1 < len(value) && value[i+1].Op(":") {
			console = t.Text == "console_scripts" || t.Text == "gui_scripts"
		} else if console {
			s.script(t.Text)
		}
	}
}

func (s *Setup) consoleScripts(ini string) {
	doc, _ := keyvalue.ParseINI(ini)
	for name, target := range doc["console_scripts"] {
		s.script(name + "=" + target)
	}
}

func (s *Setup) script(line string) {
	name, target, ok := strings.Cut(line, "=")
	if target, _, _ = strings.Cut(target, "["); ok {
		s.Scripts[strings.TrimSpace(name)] = strings.TrimSpace(target)
	}
}

// ParseSetupCfg reads setuptools' part of setup.cfg. It never fails.
func ParseSetupCfg(content string) (Setup, error) {
	doc, _ := keyvalue.ParseINI(content)
	options := doc["options"]
	s := Setup{Scripts: map[string]string{}, Name: doc["metadata"]["name"], PythonRequires: options["python_requires"]}
	s.Packages = options["packages"] != "" || options["py_modules"] != ""
	s.Classifiers = strings.Split(doc["metadata"]["classifiers"], "\n")
	list, _ := ParseRequirements(options["install_requires"])
	s.Dependencies = list.List
	for _, line := range strings.Split(doc["options.entry_points"]["console_scripts"], "\n") {
		s.script(line)
	}
	for _, name := range lenient.Keys(doc["options.extras_require"]) {
		r, _ := ParseRequirements(doc["options.extras_require"][name])
		s.Groups = append(s.Groups, Group{Name: name, Extra: true, Dependencies: r.List})
	}
	return s, nil
}
