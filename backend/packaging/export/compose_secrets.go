package export

import (
	"maps"
	"path"
	"slices"

	"aipack/backend/packaging/stack"
	"aipack/backend/universalbuild"

	"go.yaml.in/yaml/v3"
)

// taken lists the secrets that a service's build takes, by the names that
// compose has for them: their ids, unless another service has something else of
// that id.
func (c *composition) taken(service, dir string, list []universalbuild.Secret) *yaml.Node {
	out := sequence()
	for _, s := range list {
		if s.File != "" {
			s.File = path.Join(dir, s.File)
		}
		name := s.ID
		if known, there := c.secrets[name]; there && (known.File != s.File || known.Env != s.Env) {
			name = service + "-" + s.ID
		}
		if known := c.secrets[name]; known.ID == "" || known.Description == "" {
			c.secrets[name] = s
		}
		if name == s.ID {
			out.Content = append(out.Content, text(name))
		} else {
			out.Content = append(out.Content, mapping("source", text(name), "target", text(s.ID)))
			out.Style = 0 // a line each
		}
	}
	return out
}

// given says where each secret of a build comes from: the project's own file, or
// a variable.
func (c *composition) given() *yaml.Node {
	out := mapping()
	for _, name := range slices.Sorted(maps.Keys(c.secrets)) {
		if file := c.secrets[name].File; file != "" {
			add(out, name, mapping("file", text(dollars("./"+file))))
		} else {
			add(out, name, mapping("environment", quoted(variableOf(name, c.secrets[name]))))
		}
	}
	return out
}

// variableOf is the variable that holds a secret where no file does.
func variableOf(name string, s universalbuild.Secret) string {
	if s.Env != "" && stack.Nameable(s.Env) {
		return s.Env
	}
	return stack.Portable(name)
}

// wanted lists the variables that builds take.
func (c *composition) wanted() []stack.Secret {
	var out []stack.Secret
	for _, name := range slices.Sorted(maps.Keys(c.secrets)) {
		s := c.secrets[name]
		if s.File != "" {
			continue
		}
		why := "taken by the build"
		if s.Description != "" {
			why += ": " + s.Description
		}
		out = append(out, stack.Secret{Name: variableOf(name, s), Why: why})
	}
	return out
}
