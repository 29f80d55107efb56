package deployment

import (
	"path"
	"slices"
	"sort"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/backing"
	"aipack/backend/language"
	"aipack/backend/manifest/dockerfile"
)

// deployFolders are names of folders that hold how a project is deployed, its
// container files among it (github.com/golang-standards/project-layout calls two
// of them build/package and deployments).
var deployFolders = map[string]bool{
	"docker": true, "dockerfiles": true, "container": true, "containers": true, "deploy": true, "deployment": true, "deployments": true, "build": true,
	"package": true, "packaging": true, "ops": true, "devops": true, "infra": true, "infrastructure": true, "tools": true, "contrib": true, "etc": true,
	"release": true, "images": true, "image": true, "prod": true, "production": true, "ci": true, "scripts": true, "server": true,
}

const deepestDeploy = 3 // folders below the project's own

// containerElsewhere finds the container file of the only service of a
// repository in one of the folders that deployments are kept in.
func (f *Files) containerElsewhere() Container {
	p := f.Project
	if p.Path != "." || len(f.Around.Services) > 1 {
		return Container{}
	}
	var names []string
	for _, base := range []string{"Dockerfile", "Containerfile"} {
		for _, name := range p.Reader().Index.NamedUnder(p.Path, base) {
			parts := strings.Split(path.Dir(name), "/")
			other := slices.ContainsFunc(parts, func(part string) bool {
				part = strings.TrimLeft(strings.ToLower(part), "._")
				return !deployFolders[part] && !slices.Contains(f.Called(), part)
			})
			if !other && len(parts) <= deepestDeploy {
				names = append(names, name)
			}
		}
	}
	sort.SliceStable(names, func(i, j int) bool { return strings.Count(names[i], "/") < strings.Count(names[j], "/") })
	for _, name := range names[:min(len(names), maxBuiltFiles)] {
		if c, ok := containerAt(p.Reader().Folder("."), name, ""); ok && c.Runs() && !c.WebServer {
			return c
		}
	}
	return Container{}
}

// pulled finds the compose services that run the project's own image from a
// registry, which its name says: what is said there is said of the program. Only
// the root's file is believed: others show ways to deploy it.
func (c Composition) pulled(names []string) []Composed {
	var out []Composed
	for _, s := range c.Services {
		for _, part := range s.Parts {
			name := dockerfile.ImageName(part.Image)
			if s.Folder == "" && s.Kind == "" && s.Home == "." && part.Image != "" && backing.OfImage(part.Image) == "" && slices.Contains(names, language.ImageName(name)) && !mainNames[name] {
				out = append(out, s)
				break
			}
		}
	}
	return out
}

// ReadmeConfidence is how far a line of a README is believed that runs the
// project's image: more than the habit of a framework.
const ReadmeConfidence = 0.79

// A line of a README that runs an image, over the ends of lines that a backslash
// hides, and the port that it publishes: `docker run -p 80:3000 acme/shop`.
const (
	runLine   language.Pattern = `(?:docker|podman)\s+(?:container\s+)?run\s(?:[^\n\\]|\\[^\n]|\\\n){1,900}`
	runPort   language.Pattern = `\s(?:-p|--publish)[= ]?["']?(?:[\d.]+:)?\d{2,5}:(\d{2,5})(?:/tcp)?["']?(?:\s|$)`
	maxReadme                  = 96 << 10
)

// switches are the options of `docker run` that take no value
// (https://docs.docker.com/reference/cli/docker/container/run/).
const switches language.Pattern = `^(?:--(?:rm|detach|interactive|tty|init|privileged|read-only|publish-all|no-healthcheck|oom-kill-disable)|-[ditP]+|-[\w-]+=.*)$`

// imageOf is the image of the words of `docker run`: the first that is no option
// and no option's value.
func imageOf(words []string) string {
	run := slices.Index(words, "run")
	for i := run + 1; i < len(words); i++ {
		word := words[i]
		switch {
		case !strings.HasPrefix(word, "-"):
			return strings.Trim(word, "`\"'")
		case !switches.Matches(word) && !strings.Contains(word, "="):
			i++
		}
	}
	return ""
}

// portsOfReadme reads the ports under which the README runs the project's own
// image.
func (f *Files) portsOfReadme() (out []finding.Finding[int]) {
	p := f.Project
	if f.Container.WebServer {
		return nil
	}
	name := p.FirstOf("README.md", "readme.md", "Readme.md", "README.rst", "README")
	text, ok := p.Text(name)
	if name == "" || !ok || len(text) > maxReadme || !strings.Contains(text, " run ") {
		return nil
	}
	names := f.Called()
	for _, at := range runLine.Regexp().FindAllStringIndex(text, 8) {
		line := strings.ReplaceAll(text[at[0]:at[1]], "\\\n", " ")
		if !slices.Contains(names, language.ImageName(dockerfile.ImageName(imageOf(strings.Fields(line))))) {
			continue
		}
		for _, m := range runPort.Regexp().FindAllStringSubmatch(line, 4) {
			if n := PortNumber(m[1]); n > 0 && !IsDebugger(n) {
				out = append(out, finding.Of(n, ReadmeConfidence, p.AtLine("readme.run", name, 1+strings.Count(text[:at[0]], "\n"))))
			}
		}
	}
	return out
}
