// Package pypi reads what Python projects declare: pyproject.toml,
// requirements, setup.py and setup.cfg, Pipfile, conda's environments, locks,
// .python-version. It resolves nothing and runs nothing: text in, facts out.
package pypi

import (
	"strings"

	"aipack/backend/manifest/lenient"
)

// CondaEnvironment is what conda's environment.yml asks for.
type CondaEnvironment struct {
	Name     string
	Channels []string
	Packages []Requirement // conda's, under conda's names
	Pip      []Requirement // those of the nested pip list
	Python   string        // the constraint on the package python, "" for none
	R        string        // likewise r-base
	Includes []string      // requirements files named in the pip list
}

// ParseCondaEnvironment reads environment.yml.
func ParseCondaEnvironment(content string) (CondaEnvironment, error) {
	doc, err := lenient.FirstYAML(content)
	if err != nil {
		return CondaEnvironment{}, err
	}
	env := CondaEnvironment{Name: doc.Get("name").Text(), Channels: doc.Get("channels").Texts()}
	for _, d := range doc.Get("dependencies").Items() {
		if d.IsMap() {
			env.pip(d.Get("pip"))
		} else {
			env.add(d.Text(), d.Line())
		}
	}
	return env, nil
}

// add reads conda's "channel::name=1.2=build", "name >=1" and "name".
func (e *CondaEnvironment) add(spec string, line int) {
	if i := strings.LastIndex(spec, "::"); i >= 0 {
		spec = spec[i+2:]
	}
	spec = strings.TrimSpace(spec)
	end := 0
	for end < len(spec) && isNameByte(spec[end]) {
		end++
	}
	if end == 0 || spec[0] >= '0' && spec[0] <= '9' {
		return
	}
	r := Requirement{Name: strings.ToLower(spec[:end]), Specifier: strings.TrimSpace(spec[end:]), Line: line}
	if strings.HasPrefix(r.Specifier, "=") && !strings.HasPrefix(r.Specifier, "==") {
		r.Specifier, _, _ = strings.Cut(strings.TrimPrefix(r.Specifier, "="), "=")
	}
	e.Packages = append(e.Packages, r)
	switch r.Name {
	case "python":
		e.Python = r.Specifier
	case "r-base":
		e.R = r.Specifier
	}
}

func (e *CondaEnvironment) pip(list lenient.YAML) {
	for _, item := range list.Items() {
		r, _ := ParseRequirements(item.Text())
		for _, q := range r.List {
			q.Line = item.Line()
			e.Pip = append(e.Pip, q)
		}
		e.Includes = append(e.Includes, r.Includes...)
	}
}
