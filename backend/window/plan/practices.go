package plan

import (
	"aipack/backend/detect/analysis"
	"aipack/backend/window/page"
	"aipack/backend/window/session"
)

// Practices is what is usual for the language and the build system of a
// service, whatever its project does: a template to hold the plan against.
// Without a known build system all of it is empty.
type Practices struct {
	Of           string   `json:"of"` // language, build system and framework, as people call them
	BuildImage   string   `json:"build_image"`
	RuntimeImage string   `json:"runtime_image"`
	Commands     []string `json:"commands"`  // that build it, in their order
	Caches       []string `json:"caches"`    // folders that are worth keeping between builds
	Artifacts    []string `json:"artifacts"` // what a build leaves, relative to its folder
	Ports        []int    `json:"ports"`
	Health       []string `json:"health"` // HTTP paths, the best first
	Advice       []string `json:"advice"` // a sentence each
}

// Practices gives what is usual for a service as its plan now stands. What is
// known of its framework goes before what is known of its language.
func (p *Plan) Practices(runID, service string) (Practices, error) {
	return page.Guard(p.Page, "Plan.Practices", func() (Practices, error) {
		out := Practices{Commands: []string{}, Caches: []string{}, Artifacts: []string{}, Ports: []int{}, Health: []string{}, Advice: []string{}}
		state, err := p.Service(runID, service)
		if err != nil {
			return out, err
		}
		m := session.Parsed(state.Document).Metadata
		l, ok := analysis.Registry().ByID(m.Language)
		if !ok {
			return out, nil
		}
		s, ok := l.System(m.BuildSystem)
		if !ok {
			return out, nil
		}
		usual := s.Practices
		out.Of = l.Name + ", " + s.Name
		out.BuildImage, out.RuntimeImage = usual.BuildImage, usual.RuntimeImage
		out.Commands = append(out.Commands, usual.Build...)
		out.Caches = append(out.Caches, usual.Caches...)
		out.Artifacts = append(out.Artifacts, usual.Artifacts...)
		out.Advice = append(out.Advice, usual.Notes...)
		for _, f := range l.Called(m.Framework) {
			out.Of += ", " + f.Name
			out.Health = append(out.Health, f.Health...)
			if f.Port > 0 {
				out.Ports = append(out.Ports, f.Port)
			}
		}
		if len(out.Ports) == 0 {
			out.Ports = append(out.Ports, usual.Ports...)
		}
		if len(out.Health) == 0 && usual.Health != "" {
			out.Health = append(out.Health, usual.Health)
		}
		return out, nil
	})
}
