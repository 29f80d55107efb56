package phase

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/detect/deployment"
	"aipack/backend/detect/pipeline"
	"aipack/backend/manifest/dockerfile"
)

// ownVolumes makes the folders that the project's compose file mounts volumes or
// the host's folders at and that the sources name: what is mounted there in the
// end is the deployment's, and without it the program writes there all the same.
// https://docs.docker.com/reference/compose-file/services/#volumes
func ownVolumes(s *pipeline.ServiceContext) {
	if s.Recipe.Static || !s.Start.Found() {
		return
	}
	for _, c := range s.Facts.Composed {
		for _, part := range c.Parts {
			for _, v := range part.Volumes {
				dir := path.Clean(v.Target)
				if path.Ext(dir) == "" && s.Facts.NamesBelow(dir) {
					makeFolder(s, dir, part.Evidence(s.Reader(), "compose.volume", v.Line))
				}
			}
		}
	}
}

// ownEnvironment takes over what the project's own image tells the program about
// where it listens, which configuration it takes and where it keeps its files:
// its authors' word for how it runs in a container. Variables of tools and of
// that image's own layout are left, and so is all else; a secret is never among
// them, because only addresses, profiles and folders count.
// https://docs.docker.com/reference/dockerfile/#env
func ownEnvironment(s *pipeline.ServiceContext) {
	c := s.Facts.Container
	if c.Path == "" || c.WebServer || s.Recipe.Static || !s.Start.Found() {
		return
	}
	seen := map[string]bool{}
	for i := len(c.Env) - 1; i >= 0 && len(seen) < maxOwnVariables; i-- { // the last one of a name holds
		v := c.Env[i]
		if seen[v.Name] || v.Value == "" || strings.ContainsAny(v.Value, "$\n\x00") || isSet(s, v.Name) || keptBeside(s, v) {
			continue
		}
		seen[v.Name] = true
		value, why := ownValue(s, v)
		if value == "" {
			continue
		}
		why.Rule = "dockerfile.env"
		s.Settings = append(s.Settings, pipeline.Setting{Name: v.Name, Value: value, Why: why})
	}
	for _, v := range c.Stage.Volumes {
		if dir := ourPlace(s, v.Path); dir != v.Path || s.Facts.NamesBelow(v.Path) {
			makeFolder(s, dir, s.Built.At(s.Reader(), "dockerfile.volume", v.Line, ""))
		}
	}
}

const maxOwnVariables = 64

// keptBeside reports whether a variable that names a database's file in the image
// gets another text from the project's compose file: what runs there keeps its data
// in a database beside the program.
func keptBeside(s *pipeline.ServiceContext, v dockerfile.Var) bool {
	return slices.Contains(dataEnds, path.Ext(v.Value)) && slices.ContainsFunc(s.Facts.Given(), func(g deployment.Given) bool {
		return g.Name == v.Name && g.Why.Rule == "wiring.compose" && !slices.Contains(dataEnds, path.Ext(g.Text))
	})
}

func isSet(s *pipeline.ServiceContext, name string) bool {
	_, recipe := s.Recipe.Runtime.Environment[name]
	return recipe || slices.ContainsFunc(s.Settings, func(set pipeline.Setting) bool { return set.Name == name })
}
