// Package msbuild reads what .NET projects declare: project and solution files,
// file-based programs, global.json, and the settings that carry their
// addresses. Imports are not followed and conditions not decided.
package msbuild

import (
	"fmt"
	"strings"

	"aipack/backend/manifest/lenient"
)

// Project is a .NET project file (csproj, fsproj, vbproj) or a props or
// targets file, as written: imports are not followed.
type Project struct {
	SDKs       []string // Microsoft.NET.Sdk.Web; none in the format before .NET Core
	SDKLine    int
	Properties map[string]Value // by lower-case name
	Packages   []Item           // PackageReference
	Versions   []Item           // PackageVersion: central versions of Directory.Packages.props
	Frameworks []Item           // FrameworkReference
	Projects   []Item           // ProjectReference, with slashes
	Commands   []string         // of Exec tasks in targets
	Imports    []Item           // Import: further files, with slashes
	Line       int
}

// Value is a property's text.
type Value struct {
	Text        string
	Line        int
	Conditional bool // holds under a condition only
}

// Item is one item of an ItemGroup.
type Item struct {
	Name    string
	Version string
	Line    int
}

// Parse reads a project, props or targets file. A value that stands
// under a condition counts only where no value without one stands before it:
// conditions speak of configurations and platforms nobody has chosen yet.
func Parse(content string) (Project, error) {
	root, err := lenient.ParseXML(content)
	if err != nil {
		return Project{}, err
	}
	if root.Name != "Project" {
		return Project{}, fmt.Errorf("the outermost element is <%s>, not <Project>", root.Name)
	}
	b := Project{Properties: map[string]Value{}, Line: root.Line}
	b.addSDKs(root)
	conditional := map[string]Value{}
	for _, group := range groups(root, "PropertyGroup") {
		for _, p := range group.Children {
			into, under := b.Properties, group.Attr["Condition"] != "" || p.Attr["Condition"] != ""
			if under {
				into = conditional
			}
			into[strings.ToLower(p.Name)] = Value{p.Text, p.Line, under}
		}
	}
	for name, v := range conditional {
		if _, known := b.Properties[name]; !known {
			b.Properties[name] = v
		}
	}
	for _, group := range groups(root, "ItemGroup") {
		for _, item := range group.Children {
			b.addItem(item)
		}
	}
	for _, target := range root.All("Target") {
		for _, exec := range target.All("Exec") {
			b.Commands = append(b.Commands, exec.Attr["Command"])
		}
	}
	return b, nil
}

// groups lists groups of that name, also those below Choose/When.
func groups(root *lenient.Element, name string) []*lenient.Element {
	out := root.All(name)
	for _, choose := range root.All("Choose") {
		for _, branch := range choose.Children {
			out = append(out, branch.All(name)...)
		}
	}
	return out
}

func (b *Project) addSDKs(root *lenient.Element) {
	for _, s := range strings.Split(root.Attr["Sdk"], ";") {
		if s = strings.TrimSpace(s); s != "" {
			name, _, _ := strings.Cut(s, "/")
			b.SDKs, b.SDKLine = append(b.SDKs, name), root.Line
		}
	}
	for _, e := range append(root.All("Sdk"), root.All("Import")...) {
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
			b.Imports = append(b.Imports, Item{Name: project, Line: e.Line})
		}
	}
}

func (b *Project) addItem(e *lenient.Element) {
	name := e.Attr["Include"]
	if name == "" {
		name = e.Attr["Update"]
	}
	version := e.Attr["Version"]
	if version == "" {
		version = e.Attr["VersionOverride"]
	}
	if version == "" {
		version = e.Child("Version")
	}
	item := Item{Name: strings.TrimSpace(name), Version: version, Line: e.Line}
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
