package export

import (
	"path"
	"strconv"
	"strings"

	"aipack/backend/base/linesum"
	"aipack/backend/universalbuild"
)

// SetOptions change what a set of files holds.
type SetOptions struct {
	Project     string                // name of the whole, for compose; "" for the first service's
	Files       []string              // the repository's files, nil where they are not known
	Filled      []string              // folders of it that tools fill again: see Known
	Credentials Credentials           // in what builds are sent: see Search
	Example     string                // what the repository's .env.example begins with: see ExampleOf
	NoHeredoc   bool                  // see Options
	Format      universalbuild.Format // of the documents; "" for JSON
	Merged      bool                  // one document with projects instead of a list
}

// File is one file of a set.
type File struct {
	Path    string     // relative to the repository's root, slash-separated
	Content string     //
	Fields  [][]string // of a Dockerfile: see Text
	Service string     // name of the service a Dockerfile is for
	Build   Step       // of a Dockerfile: what builds it
	Needs   []string   // paths of those of the set without which it does something else than it says
	Serves  []string   // paths of those of the set for which alone it is there
	Touches []string   // of a .dockerignore: Dockerfiles of the project's own for which it counts as well
}

// Files writes everything for a repository: a Dockerfile per service, a
// .dockerignore per context, compose.yaml where there is more than one
// container to start, with an example of the .env beside it, and the documents as universalbuild.json or .yaml.
//
// A Dockerfile lies in its service's folder. Services that share a folder
// have Dockerfile.<name> each, so that none is built by mistake. All but the
// documents are sealed: a later analysis of the project takes nothing of them
// for its own but what somebody has changed.
func Files(documents []universalbuild.UniversalBuild, o SetOptions) ([]File, error) {
	placed := Place(documents)
	owned(placed, o.Files)
	var files []File
	var bad Unwritable
	dirs, byDir := contexts(documents)
	inside := Known{o.Files, o.Filled}.within(dirs)
	lookup := map[string]map[string]bool{}
	for _, dir := range dirs {
		lookup[dir] = setOf(inside[dir].Files)
	}
	for i, p := range placed {
		dockerfile, err := Dockerfile(p.Document, Options{
			NoHeredoc: o.NoHeredoc, Files: inside[p.Document.Context()].Files, files: lookup[p.Document.Context()], DockerfilePath: p.Dockerfile,
		})
		if err != nil {
			bad = append(bad, listed(err, i, len(placed))...)
			continue
		}
		files = append(files, File{
			Path: p.Dockerfile, Content: linesum.Seal(dockerfile.Content), Fields: dockerfile.Fields, Service: p.Name,
			Build: buildOf(p), Needs: p.ignores(),
		})
	}
	if err := bad.fault(); err != nil {
		return nil, err
	}
	ours, from := map[string]bool{}, map[string][]Placed{}
	for _, p := range placed {
		ours[p.Dockerfile] = true
		from[p.Document.Context()] = append(from[p.Document.Context()], p)
	}
	for _, dir := range dirs {
		text := linesum.Seal(Ignore(byDir[dir], inside[dir], o.Credentials[dir]))
		files = append(files, ignores(dir, text, from[dir], touched(dir, inside[dir].Files, ours))...)
	}
	if NeedsCompose(placed) {
		project := o.Project
		if project == "" {
			project = placed[0].Name
		}
		if o.NoHeredoc { // its docker-compose 1.29 refuses a file with a name
			project = ""
		}
		example := envExample(o)
		compose, err := Compose(project, placed, example)
		if err != nil {
			return nil, err
		}
		whole := File{Path: ComposeFile, Content: linesum.Seal(compose.File)}
		for _, p := range placed {
			whole.Needs = append(whole.Needs, p.Dockerfile)
		}
		if compose.Example != "" {
			whole.Needs = append(whole.Needs, example)
		}
		files = append(files, whole)
		if compose.Example != "" {
			files = append(files, File{Path: example, Content: linesum.Seal(compose.Example), Serves: []string{ComposeFile}})
		}
	}
	document, err := documentFile(documents, o)
	if err != nil {
		return nil, err
	}
	return append(files, document), nil
}

// ignores are the files that say what is not sent to a service's build: that of its
// context, and one of the Dockerfile's own where the project has one, which is read in
// its place.
func (p Placed) ignores() []string {
	list := []string{path.Join(p.Document.Context(), ".dockerignore")}
	if p.ownIgnore {
		list = append(list, p.Dockerfile+".dockerignore")
	}
	return list
}

// owned marks the services whose Dockerfile has a .dockerignore of its own among the
// project's files.
func owned(placed []Placed, files []string) {
	at := map[string]int{}
	for i, p := range placed {
		at[p.Dockerfile+".dockerignore"] = i
	}
	for _, f := range files {
		if i, ok := at[f]; ok {
			placed[i].ownIgnore = true
		}
	}
}

// Place gives each document its service name and the place of its Dockerfile.
func Place(documents []universalbuild.UniversalBuild) []Placed {
	shared := map[string]int{}
	for _, d := range documents {
		shared[folder(d)]++
	}
	taken, again := map[string]bool{}, map[string]int{}
	placed := make([]Placed, len(documents))
	for i, d := range documents {
		base := ServiceName(d)
		name := base
		for taken[name] {
			again[base]++
			name = base + "-" + strconv.Itoa(again[base]+1)
		}
		taken[name] = true
		file := "Dockerfile"
		if shared[folder(d)] > 1 {
			file += "." + name
		}
		placed[i] = Placed{Document: d, Name: name, Dockerfile: path.Join(folder(d), file)}
	}
	return placed
}

// folder is the service's folder, inside the repository whatever it says.
func folder(d universalbuild.UniversalBuild) string {
	return strings.TrimPrefix(path.Join("/", d.Metadata.Path), "/")
}

// Sent gives those of the repository's files that are sent to a document's
// build, relative to its context; nil where they are not known.
func Sent(doc universalbuild.UniversalBuild, files []string) []string {
	return within([]string{doc.Context()}, files)[doc.Context()]
}

// within gives the files of each folder, relative to it; none are known where
// files is nil. It looks at every path once, whatever the number of folders.
func within(dirs, files []string) map[string][]string {
	found := map[string][]string{}
	if files == nil {
		return found
	}
	for _, dir := range dirs {
		found[dir] = []string{}
	}
	for _, f := range files {
		for i := 0; i < len(f); i++ {
			if f[i] != '/' {
				continue
			}
			if list, asked := found[f[:i]]; asked {
				found[f[:i]] = append(list, f[i+1:])
			}
		}
	}
	if _, asked := found["."]; asked {
		found["."] = files
	}
	return found
}

// ignores writes the .dockerignore of a context for what is built from there, and those
// of Dockerfiles that have one of their own.
func ignores(dir, text string, placed []Placed, touches []string) []File {
	list := []File{{Path: path.Join(dir, ".dockerignore"), Content: text, Touches: touches}}
	for _, p := range placed {
		list[0].Serves = append(list[0].Serves, p.Dockerfile)
		for _, name := range p.ignores()[1:] {
			list = append(list, File{Path: name, Content: text, Serves: []string{p.Dockerfile}})
		}
	}
	return list
}

// setOf is a list to look things up in.
func setOf(list []string) map[string]bool {
	set := make(map[string]bool, len(list))
	for _, one := range list {
		set[one] = true
	}
	return set
}

// contexts gives the folders that are sent to builds, in order of first use, and
// what is built from each.
func contexts(documents []universalbuild.UniversalBuild) (dirs []string, byDir map[string][]universalbuild.UniversalBuild) {
	byDir = map[string][]universalbuild.UniversalBuild{}
	for _, d := range documents {
		dir := d.Context()
		if _, known := byDir[dir]; !known {
			dirs = append(dirs, dir)
		}
		byDir[dir] = append(byDir[dir], d)
	}
	return dirs, byDir
}

func documentFile(documents []universalbuild.UniversalBuild, o SetOptions) (File, error) {
	format := o.Format
	if format == "" {
		format = universalbuild.JSON
	}
	var content []byte
	var err error
	if o.Merged {
		content, err = universalbuild.Write(universalbuild.Merge(documents), format)
	} else {
		content, err = universalbuild.WriteList(documents, format)
	}
	return File{Path: "universalbuild." + string(format), Content: string(content)}, err
}
