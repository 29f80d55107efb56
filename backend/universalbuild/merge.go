package universalbuild

import (
	"fmt"
	"reflect"
	"strings"
)

// Merge makes the one-document form of several services: what they are stands
// in projects, and the document's own metadata speaks of the repository. One
// service stays as it is; none is a document that says nothing. Split gives
// the list back unchanged.
func Merge(list []UniversalBuild) UniversalBuild {
	var services []UniversalBuild
	for _, d := range list {
		services = append(services, Split(d)...)
	}
	switch len(services) {
	case 0:
		return UniversalBuild{}
	case 1:
		return services[0]
	}
	whole := UniversalBuild{Version: Version, Metadata: overview(services), Projects: make([]ProjectBuild, len(services))}
	for i, s := range services {
		m := s.Metadata
		whole.Projects[i] = ProjectBuild{
			Path: m.Path, Name: m.ProjectName, Metadata: &m,
			Build: s.Build, Runtime: s.Runtime, Evidence: s.Evidence, Warnings: s.Warnings,
		}
		if s.Version != Version {
			whole.Projects[i].Version = s.Version
		}
	}
	return whole
}

// overview says what the repository is: the first service's language and
// system, the least of the confidences.
func overview(services []UniversalBuild) Metadata {
	m := Metadata{Path: ".", Confidence: 1, Language: services[0].Metadata.Language, BuildSystem: services[0].Metadata.BuildSystem}
	var names []string
	for _, s := range services {
		m.Confidence = min(m.Confidence, finite(s.Metadata.Confidence))
		names = append(names, s.Metadata.ProjectName)
		if m.WorkspaceTool == "" {
			m.WorkspaceTool = s.Metadata.WorkspaceTool
		}
	}
	m.Reasoning = fmt.Sprintf("%d services: %s.", len(services), strings.Join(names, ", "))
	return m
}

// Split makes a list of the one-document form. A document without projects is
// its only service. A hand-written project without an image, a workdir or
// commands to fetch dependencies takes the document's.
func Split(doc UniversalBuild) []UniversalBuild {
	if len(doc.Projects) == 0 {
		if reflect.ValueOf(doc).IsZero() {
			return []UniversalBuild{}
		}
		return []UniversalBuild{doc}
	}
	list := make([]UniversalBuild, len(doc.Projects))
	for i, p := range doc.Projects {
		m := doc.Metadata
		m.Path, m.ProjectName = p.Path, p.Name
		if p.Metadata != nil {
			m = *p.Metadata
		}
		version := p.Version
		if version == "" {
			version = Version
		}
		list[i] = UniversalBuild{
			Version: version, Metadata: m, Build: p.Build, Runtime: p.Runtime, Evidence: p.Evidence, Warnings: p.Warnings,
		}
		inherit(&list[i], doc)
	}
	return list
}

func inherit(service *UniversalBuild, whole UniversalBuild) {
	text := func(to *string, from string) {
		if *to == "" {
			*to = from
		}
	}
	text(&service.Build.BaseImage, whole.Build.BaseImage)
	text(&service.Build.Workdir, whole.Build.Workdir)
	text(&service.Build.Context, whole.Build.Context)
	text(&service.Runtime.BaseImage, whole.Runtime.BaseImage)
	text(&service.Runtime.Workdir, whole.Runtime.Workdir)
	if len(service.Build.PreBuildCommands) == 0 {
		service.Build.PreBuildCommands = whole.Build.PreBuildCommands
	}
}
