// Package maven reads a pom.xml as it is written. Parents are not followed and
// properties not filled in: that needs a folder, and this knows none.
package maven

import (
	"fmt"

	"aipack/backend/manifest/lenient"
)

// Project is a Maven pom.xml as written: nothing inherited, nothing interpolated.
type Project struct {
	GroupID    string
	ArtifactID string
	Version    string
	Packaging  string // "" means jar
	Parent     Parent
	Properties map[string]Value
	Modules    []string

	Dependencies   []Dependency
	Managed        []Dependency
	Plugins        []Plugin
	ManagedPlugins []Plugin
	Profiles       []Profile
}

// Value is a text and the line it stands on, from 1.
type Value struct {
	Text string
	Line int
}

// Parent names the pom that is inherited from. The zero value means none.
type Parent struct {
	GroupID    string
	ArtifactID string
	Version    string
	Line       int
	// RelativePath is where the parent lies, "../pom.xml" unless said
	// otherwise; "" when the file says not to look in the file system.
	RelativePath string
}

// Dependency is one dependency.
type Dependency struct {
	GroupID    string
	ArtifactID string
	Version    string
	Scope      string // "" means compile
	Type       string
	Optional   bool
	Line       int // of the artifactId
}

// Plugin is one plugin with its configuration. Settings holds the leaves of
// the configuration and of every execution's configuration by their dotted
// path below <configuration>: "archive.manifest.mainClass".
type Plugin struct {
	GroupID    string
	ArtifactID string
	Version    string
	Settings   map[string]Value
	Line       int
}

// Profile is a profile; ActiveByDefault ones count.
type Profile struct {
	ID              string
	ActiveByDefault bool
	Properties      map[string]Value
	Modules         []string
	Dependencies    []Dependency
	Plugins         []Plugin
}

// Parse reads a pom.xml.
func Parse(content string) (Project, error) {
	root, err := lenient.ParseXML(content)
	if err != nil {
		return Project{}, err
	}
	if root.Name != "project" {
		return Project{}, fmt.Errorf("the outermost element is <%s>, not <project>", root.Name)
	}
	build := root.Find("build")
	p := Project{
		GroupID: root.Child("groupId"), ArtifactID: root.Child("artifactId"), Version: root.Child("version"),
		Packaging:  root.Child("packaging"),
		Properties: properties(root.Find("properties")), Modules: modules(root),
		Dependencies:   dependencies(root.Find("dependencies")),
		Managed:        dependencies(root.Find("dependencyManagement", "dependencies")),
		Plugins:        plugins(build.Find("plugins")),
		ManagedPlugins: plugins(build.Find("pluginManagement", "plugins")),
	}
	if parent := root.Find("parent"); parent != nil {
		p.Parent = Parent{
			GroupID: parent.Child("groupId"), ArtifactID: parent.Child("artifactId"), Version: parent.Child("version"),
			Line: parent.Line, RelativePath: "../pom.xml",
		}
		if at := parent.Find("relativePath"); at != nil {
			p.Parent.RelativePath = at.Text
		}
	}
	for _, e := range root.Find("profiles").All("profile") {
		p.Profiles = append(p.Profiles, Profile{
			ID: e.Child("id"), ActiveByDefault: e.Child("activation", "activeByDefault") == "true",
			Properties: properties(e.Find("properties")), Modules: modules(e),
			Dependencies: dependencies(e.Find("dependencies")),
			Plugins:      plugins(e.Find("build", "plugins")),
		})
	}
	return p, nil
}

func properties(e *lenient.Element) map[string]Value {
	out := map[string]Value{}
	if e == nil {
		return out
	}
	for _, c := range e.Children {
		out[c.Name] = Value{c.Text, c.Line}
	}
	return out
}

// modules reads <modules>, and <subprojects> as Maven 4 calls them.
func modules(e *lenient.Element) []string {
	var out []string
	for _, m := range append(e.Find("modules").All("module"), e.Find("subprojects").All("subproject")...) {
		if m.Text != "" {
			out = append(out, m.Text)
		}
	}
	return out
}

func dependencies(e *lenient.Element) []Dependency {
	var out []Dependency
	for _, d := range e.All("dependency") {
		line := d.Line
		if id := d.Find("artifactId"); id != nil {
			line = id.Line
		}
		out = append(out, Dependency{
			GroupID: d.Child("groupId"), ArtifactID: d.Child("artifactId"), Version: d.Child("version"),
			Scope: d.Child("scope"), Type: d.Child("type"), Optional: d.Child("optional") == "true", Line: line,
		})
	}
	return out
}

func plugins(e *lenient.Element) []Plugin {
	var out []Plugin
	for _, x := range e.All("plugin") {
		p := Plugin{
			GroupID: x.Child("groupId"), ArtifactID: x.Child("artifactId"), Version: x.Child("version"),
			Settings: map[string]Value{}, Line: x.Line,
		}
		if id := x.Find("artifactId"); id != nil {
			p.Line = id.Line
		}
		if p.GroupID == "" {
			p.GroupID = "org.apache.maven.plugins"
		}
		for _, run := range x.Find("executions").All("execution") {
			settings(p.Settings, "", run.Find("configuration"))
		}
		settings(p.Settings, "", x.Find("configuration"))
		out = append(out, p)
	}
	return out
}

// settings flattens a configuration. Its depth is bounded by the reader's.
func settings(into map[string]Value, prefix string, e *lenient.Element) {
	if e == nil {
		return
	}
	for _, c := range e.Children {
		key := prefix + c.Name
		if len(c.Children) == 0 {
			into[key] = Value{c.Text, c.Line}
			continue
		}
		if class := c.Attr["implementation"]; class != "" {
			into[key+".implementation"] = Value{class, c.Line}
		}
		settings(into, key+".", c)
	}
}
