package manifest

import "fmt"

// Pom is a Maven pom.xml as written: nothing inherited, nothing interpolated.
type Pom struct {
	GroupID    string
	ArtifactID string
	Version    string
	Packaging  string // "" means jar
	Parent     PomParent
	Properties map[string]PomValue
	Modules    []string

	Dependencies   []PomDependency
	Managed        []PomDependency
	Plugins        []PomPlugin
	ManagedPlugins []PomPlugin
	Profiles       []PomProfile
}

// PomValue is a text and the line it stands on, from 1.
type PomValue struct {
	Text string
	Line int
}

// PomParent names the pom that is inherited from. The zero value means none.
type PomParent struct {
	GroupID    string
	ArtifactID string
	Version    string
	Line       int
	// RelativePath is where the parent lies, "../pom.xml" unless said
	// otherwise; "" when the file says not to look in the file system.
	RelativePath string
}

// PomDependency is one dependency.
type PomDependency struct {
	GroupID    string
	ArtifactID string
	Version    string
	Scope      string // "" means compile
	Type       string
	Line       int // of the artifactId
}

// PomPlugin is one plugin with its configuration. Settings holds the leaves of
// the configuration and of every execution's configuration by their dotted
// path below <configuration>: "archive.manifest.mainClass".
type PomPlugin struct {
	GroupID    string
	ArtifactID string
	Version    string
	Settings   map[string]PomValue
	Line       int
}

// PomProfile is a profile; ActiveByDefault ones count.
type PomProfile struct {
	ID              string
	ActiveByDefault bool
	Properties      map[string]PomValue
	Modules         []string
	Dependencies    []PomDependency
	Plugins         []PomPlugin
}

// ParsePom reads a pom.xml.
func ParsePom(content string) (Pom, error) {
	root, err := parseXML(content)
	if err != nil {
		return Pom{}, err
	}
	if root.Name != "project" {
		return Pom{}, fmt.Errorf("the outermost element is <%s>, not <project>", root.Name)
	}
	build := root.find("build")
	p := Pom{
		GroupID: root.text("groupId"), ArtifactID: root.text("artifactId"), Version: root.text("version"),
		Packaging:  root.text("packaging"),
		Properties: pomProperties(root.find("properties")), Modules: pomModules(root),
		Dependencies:   pomDependencies(root.find("dependencies")),
		Managed:        pomDependencies(root.find("dependencyManagement", "dependencies")),
		Plugins:        pomPlugins(build.find("plugins")),
		ManagedPlugins: pomPlugins(build.find("pluginManagement", "plugins")),
	}
	if parent := root.find("parent"); parent != nil {
		p.Parent = PomParent{
			GroupID: parent.text("groupId"), ArtifactID: parent.text("artifactId"), Version: parent.text("version"),
			Line: parent.Line, RelativePath: "../pom.xml",
		}
		if at := parent.find("relativePath"); at != nil {
			p.Parent.RelativePath = at.Text
		}
	}
	for _, e := range root.find("profiles").all("profile") {
		p.Profiles = append(p.Profiles, PomProfile{
			ID: e.text("id"), ActiveByDefault: e.text("activation", "activeByDefault") == "true",
			Properties: pomProperties(e.find("properties")), Modules: pomModules(e),
			Dependencies: pomDependencies(e.find("dependencies")),
			Plugins:      pomPlugins(e.find("build", "plugins")),
		})
	}
	return p, nil
}

func pomProperties(e *xmlElement) map[string]PomValue {
	out := map[string]PomValue{}
	if e == nil {
		return out
	}
	for _, c := range e.Children {
		out[c.Name] = PomValue{c.Text, c.Line}
	}
	return out
}

// pomModules reads <modules>, and <subprojects> as Maven 4 calls them.
func pomModules(e *xmlElement) []string {
	var out []string
	for _, m := range append(e.find("modules").all("module"), e.find("subprojects").all("subproject")...) {
		if m.Text != "" {
			out = append(out, m.Text)
		}
	}
	return out
}

func pomDependencies(e *xmlElement) []PomDependency {
	var out []PomDependency
	for _, d := range e.all("dependency") {
		line := d.Line
		if id := d.find("artifactId"); id != nil {
			line = id.Line
		}
		out = append(out, PomDependency{
			GroupID: d.text("groupId"), ArtifactID: d.text("artifactId"), Version: d.text("version"),
			Scope: d.text("scope"), Type: d.text("type"), Line: line,
		})
	}
	return out
}

func pomPlugins(e *xmlElement) []PomPlugin {
	var out []PomPlugin
	for _, x := range e.all("plugin") {
		p := PomPlugin{
			GroupID: x.text("groupId"), ArtifactID: x.text("artifactId"), Version: x.text("version"),
			Settings: map[string]PomValue{}, Line: x.Line,
		}
		if id := x.find("artifactId"); id != nil {
			p.Line = id.Line
		}
		if p.GroupID == "" {
			p.GroupID = "org.apache.maven.plugins"
		}
		for _, run := range x.find("executions").all("execution") {
			pomSettings(p.Settings, "", run.find("configuration"))
		}
		pomSettings(p.Settings, "", x.find("configuration"))
		out = append(out, p)
	}
	return out
}

// pomSettings flattens a configuration. Its depth is bounded by the reader's.
func pomSettings(into map[string]PomValue, prefix string, e *xmlElement) {
	if e == nil {
		return
	}
	for _, c := range e.Children {
		key := prefix + c.Name
		if len(c.Children) == 0 {
			into[key] = PomValue{c.Text, c.Line}
			continue
		}
		if class := c.Attr["implementation"]; class != "" {
			into[key+".implementation"] = PomValue{class, c.Line}
		}
		pomSettings(into, key+".", c)
	}
}
