package deployment

import (
	"path"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/hosting"
)

// Declaration is what the file of one hosting platform says about a service.
type Declaration struct {
	Name string // file, relative to the folder it was found in
	Rule string // "fly.toml" is "platform.fly"
	hosting.Service
	folder *language.Folder // where the file lies
}

type platformFile struct {
	name, rule string
	parse      func(string) (hosting.Platform, error)
}

// platformFiles is the order in which they are believed.
var platformFiles = []platformFile{
	{"heroku.yml", "platform.heroku", hosting.ParseHerokuYML},
	{"nixpacks.toml", "platform.nixpacks", hosting.ParseNixpacks},
	{"railpack.json", "platform.railpack", hosting.ParseRailpack},
	{"railway.json", "platform.railway", hosting.ParseRailwayJSON},
	{"railway.toml", "platform.railway", hosting.ParseRailwayTOML},
	{"render.yaml", "platform.render", hosting.ParseRender},
	{"fly.toml", "platform.fly", hosting.ParseFly},
	{"app.yaml", "platform.appengine", hosting.ParseAppEngine},
	{".do/app.yaml", "platform.digitalocean", hosting.ParseDigitalOcean},
	{"app.json", "platform.herokuapp", hosting.ParseAppJSON},
}

// maxPlatformBytes is what such a file may have; honest ones have a hundredth.
const maxPlatformBytes = 128 << 10

// maxDeclared bounds the variables of one file.
const maxDeclared = 500

// Declarations reads the platforms' files of a folder, and those at the root
// that name the folder or one of the names.
func Declarations(f *language.Folder, names []string) []Declaration {
	var out []Declaration
	root := f.Reader().Folder(".")
	for _, file := range platformFiles {
		from := f
		if !f.Has(file.name) {
			from = root
		}
		if !from.Has(file.name) {
			continue
		}
		if text, ok := from.Text(file.name); !ok || len(text) > maxPlatformBytes {
			continue
		}
		p, _ := language.Parse(from, file.name, file.parse)
		if s, ok := pickService(p, f, from, names); ok {
			s.Variables = s.Variables[:min(len(s.Variables), maxDeclared)]
			out = append(out, Declaration{file.name, file.rule, s, from})
		}
	}
	return out
}

// pickService finds the service that is meant: the one with the folder, else
// with a name, else the only one of the folder's own file.
func pickService(p hosting.Platform, f, from *language.Folder, names []string) (hosting.Service, bool) {
	own := from.Path == f.Path
	var here []hosting.Service
	for _, s := range p.Services {
		dir := from.Join(strings.TrimPrefix(s.Dir, "./"))
		if dir == f.Path && (own || s.Dir != "") {
			here = append(here, s)
		}
	}
	for _, s := range here {
		if !s.Worker {
			return s, true
		}
	}
	if len(here) > 0 {
		return here[0], true
	}
	for _, s := range p.Services {
		for _, n := range names {
			if s.Name != "" && s.Dir == "" && language.ImageName(path.Base(s.Name)) == n && len(p.Services) > 1 {
				return s, true
			}
		}
	}
	return hosting.Service{}, false
}

// Evidence points at the line of the file that holds a text.
func (d Declaration) Evidence(needle string) finding.Evidence {
	line, _, _ := strings.Cut(strings.TrimSpace(needle), "\n")
	return d.folder.At(d.Rule, d.Name, line)
}

// processes is what the file says about starting the service.
func (d Declaration) processes(f *language.Folder) Processes {
	list := d.Processes
	if d.Start != "" {
		name := "web"
		if d.Worker {
			name = "worker"
		}
		list = append([]hosting.Process{{Name: name, Command: d.Start}}, list...)
	}
	found := processesOf(d.folder, d.Name, d.Rule, finding.Likely, list)
	if !found.Start.Found() {
		return found
	}
	for _, e := range list {
		if e.Name == found.Main {
			found.Start.Evidence = []finding.Evidence{d.Evidence(e.Command)}
		}
	}
	if d.Release != "" {
		found.Start.Value.Release = append(found.Start.Value.Release, d.Release)
	}
	return found
}

// SystemPackage is a package that a platform's file asks for, by the name that
// it has there.
type SystemPackage struct {
	Name string
	Why  finding.Evidence
}

// SystemPackages lists what the platforms' files have installed.
func (f *Files) SystemPackages() []SystemPackage {
	var out []SystemPackage
	for _, d := range f.Declared {
		for _, name := range d.Packages {
			out = append(out, SystemPackage{name, d.Evidence(name)})
		}
	}
	return out
}
