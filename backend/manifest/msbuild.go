package manifest

import (
	"fmt"
	"strings"
)

// MSBuild is a .NET project file (csproj, fsproj, vbproj) or a props or
// targets file, as written: imports are not followed.
type MSBuild struct {
	SDKs       []string // Microsoft.NET.Sdk.Web; none in the format before .NET Core
	SDKLine    int
	Properties map[string]MSBuildValue // by lower-case name
	Packages   []MSBuildItem           // PackageReference
	Versions   []MSBuildItem           // PackageVersion: central versions of Directory.Packages.props
	Frameworks []MSBuildItem           // FrameworkReference
	Projects   []MSBuildItem           // ProjectReference, with slashes
	Commands   []string                // of Exec tasks in targets
	Imports    []MSBuildItem           // Import: further files, with slashes
	Line       int
}

// MSBuildValue is a property's text.
type MSBuildValue struct {
	Text        string
	Line        int
	Conditional bool // holds under a condition only
}

// MSBuildItem is one item of an ItemGroup.
type MSBuildItem struct {
	Name    string
	Version string
	Line    int
}

// ParseMSBuild reads a project, props or targets file. A value that stands
// under a condition counts only where no value without one stands before it:
// conditions speak of configurations and platforms nobody has chosen yet.
func ParseMSBuild(content string) (MSBuild, error) {
	root, err := parseXML(content)
	if err != nil {
		return MSBuild{}, err
	}
	if root.Name != "Project" {
		return MSBuild{}, fmt.Errorf("the outermost element is <%s>, not <Project>", root.Name)
	}
	b := MSBuild{Properties: map[string]MSBuildValue{}, Line: root.Line}
	b.addSDKs(root)
	conditional := map[string]MSBuildValue{}
	for _, group := range msbuildGroups(root, "PropertyGroup") {
		for _, p := range group.Children {
			into, under := b.Properties, group.Attr["Condition"] != "" || p.Attr["Condition"] != ""
			if under {
				into = conditional
			}
			into[strings.ToLower(p.Name)] = MSBuildValue{p.Text, p.Line, under}
		}
	}
	for name, v := range conditional {
		if _, known := b.Properties[name]; !known {
			b.Properties[name] = v
		}
	}
	for _, group := range msbuildGroups(root, "ItemGroup") {
		for _, item := range group.Children {
			b.addItem(item)
		}
	}
	for _, target := range root.all("Target") {
		for _, exec := range target.all("Exec") {
			b.Commands = append(b.Commands, exec.Attr["Command"])
		}
	}
	return b, nil
}

// msbuildGroups lists groups of that name, also those below Choose/When.
func msbuildGroups(root *xmlElement, name string) []*xmlElement {
	out := root.all(name)
	for _, choose := range root.all("Choose") {
		for _, branch := range choose.Children {
			out = append(out, branch.all(name)...)
		}
	}
	return out
}

func (b *MSBuild) addSDKs(root *xmlElement) {
	for _, s := range strings.Split(root.Attr["Sdk"], ";") {
		if s = strings.TrimSpace(s); s != "" {
			name, _, _ := strings.Cut(s, "/")
			b.SDKs, b.SDKLine = append(b.SDKs, name), root.Line
		}
	}
	for _, e := range append(root.all("Sdk"), root.all("Import")...) {
		name := e.Attr["Sdk"]
		if e.Name == "Sdk" {
			name = e.Attr["Name"]
		}
		switch project := strings.ReplaceAll(e.Attr["Project"], "\\", "/"); {
		case name != "":
			b.SDKs = append(b.SDKs, name)
			if b.SDKLine == 0 { // the one of <Project Sdk="…"> is the main one
				b.SDKLine = e.Line
			}
		case project != "":
			b.Imports = append(b.Imports, MSBuildItem{Name: project, Line: e.Line})
		}
	}
}

func (b *MSBuild) addItem(e *xmlElement) {
	name := e.Attr["Include"]
	if name == "" {
		name = e.Attr["Update"]
	}
	version := e.Attr["Version"]
	if version == "" {
		version = e.Attr["VersionOverride"]
	}
	if version == "" {
		version = e.text("Version")
	}
	item := MSBuildItem{Name: strings.TrimSpace(name), Version: version, Line: e.Line}
	if item.Name == "" {
		return
	}
	switch e.Name {
	case "PackageReference":
		b.Packages = append(b.Packages, item)
	case "PackageVersion":
		b.Versions = append(b.Versions, item)
	case "FrameworkReference":
		b.Frameworks = append(b.Frameworks, item)
	case "ProjectReference":
		item.Name = strings.ReplaceAll(item.Name, "\\", "/")
		b.Projects = append(b.Projects, item)
	}
}
