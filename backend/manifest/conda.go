package manifest

import (
	"strings"

	"github.com/goccy/go-yaml"
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
	var doc struct {
		Name         any   `yaml:"name"`
		Channels     []any `yaml:"channels"`
		Dependencies []any `yaml:"dependencies"`
	}
	if err := yaml.Unmarshal([]byte(content), &doc); err != nil {
		return CondaEnvironment{}, err
	}
	var env CondaEnvironment
	env.Name, _ = doc.Name.(string)
	for _, c := range doc.Channels {
		if s, ok := c.(string); ok {
			env.Channels = append(env.Channels, s)
		}
	}
	for _, d := range doc.Dependencies {
		switch d := d.(type) {
		case string:
			env.add(d)
		case map[string]any:
			env.pip(d["pip"])
		}
	}
	return env, nil
}

// add reads conda's "channel::name=1.2=build", "name >=1" and "name".
func (e *CondaEnvironment) add(spec string) {
	if i := strings.LastIndex(spec, "::"); i >= 0 {
		spec = spec[i+2:]
	}
	spec = strings.TrimSpace(spec)
	end := 0
	for end < len(spec) && isNameByte(spec[end]) {
		end++
	}
	if end == 0 {
		return
	}
	r := Requirement{Name: strings.ToLower(spec[:end]), Specifier: strings.TrimSpace(spec[end:])}
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

func (e *CondaEnvironment) pip(v any) {
	list, _ := v.([]any)
	for _, item := range list {
		s, ok := item.(string)
		if !ok {
			continue
		}
		r, _ := ParseRequirements(s)
		e.Pip = append(e.Pip, r.List...)
		e.Includes = append(e.Includes, r.Includes...)
	}
}
