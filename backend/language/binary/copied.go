package binary

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/node"
	"aipack/backend/manifest/dockerfile"
	"aipack/backend/universalbuild"
)

// copied is what a container file of the project's own puts beside its program.
type copied struct {
	from  string // relative to the repository's root
	to    string // relative to the folder that the program is started in
	built bool   // it is not in the repository: a build of Node.js leaves it there
	why   finding.Evidence
}

const maxCopied = 32 // of one image

// CopiedFolders lists the folders that the project's own container file takes
// into its image and that are not in the repository, relative to its root.
func CopiedFolders(f *language.Folder) (out []string) {
	for _, c := range copiedBy(f) {
		if c.built {
			out = append(out, c.from)
		}
	}
	return out
}

// TakeCopied takes along what the project's own container file copies into its
// last stage, to the same place below the workdir: data, migrations, a sample
// that becomes the configuration (COPY config.toml.sample config.toml). A
// compiled program opens them where nobody sees it. made reports whether a path that
// is not in the repository is made by this build.
// https://docs.docker.com/reference/dockerfile/#copy
func TakeCopied(p *language.Project, context string, made func(string) bool, r *language.Recipe) {
	root := p.Reader().Folder(".")
	copies := copiedBy(p.Folder)
	if p.Home != nil && p.Built.Path != "" { // one of several programs, with a container file of its own
		file, _ := language.Parse(root, p.Built.Path, dockerfile.Parse)
		copies = readCopied(root, p.Built.Path, file)
	}
	for _, c := range copies {
		from := language.Below(context, c.from)
		if len(r.Runtime.Copy) >= maxCopied || c.built && !made(c.from) || held(root, context, c, r.Runtime.Copy) || context != "." && !strings.HasPrefix(c.from, context+"/") {
			continue
		}
		r.Runtime.Copy = slices.DeleteFunc(r.Runtime.Copy, func(other universalbuild.Copy) bool { return other.To == c.to || strings.HasPrefix(other.To, c.to+"/") })
		r.Runtime.Copy = append(r.Runtime.Copy, universalbuild.Copy{From: from, To: c.to})
		r.Build.Artifacts = append(r.Build.Artifacts, from)
		r.Why = append(r.Why, language.Reason{Field: "/runtime/copy", Confidence: finding.Likely, Evidence: c.why})
	}
}

// held reports whether the file or folder comes into the image anyway.
func held(root *language.Folder, context string, c copied, copies []universalbuild.Copy) bool {
	for _, other := range copies {
		rest, below := strings.CutPrefix(c.to+"/", other.To+"/")
		if below && path.Join(context, other.From, rest) == c.from {
			return true
		}
	}
	return false
}

// copiedBy reads the project's own container file, or the repository's, whose
// context is then the repository.
func copiedBy(f *language.Folder) []copied {
	return language.Once(f, "binary.copied", func() []copied {
		for _, at := range []*language.Folder{f, f.Reader().Folder(".")} {
			if name := at.FirstOf(node.ContainerFiles...); name != "" {
				file, _ := language.Parse(at, name, dockerfile.Parse)
				return readCopied(at, name, file)
			}
		}
		return nil
	})
}

func readCopied(f *language.Folder, name string, file dockerfile.File) (out []copied) {
	last, ok := file.Stage("")
	if !ok {
		return nil
	}
	for _, c := range last.Copies {
		for _, source := range c.Sources {
			from, makes, ok := node.Origin(f, file, c, source)
			if !ok {
				continue
			}
			found := copied{from: f.Join(from), to: destination(f, last, c, from), why: f.AtLine("container.copies", name, c.Line)}
			switch there := f.Has(from) || f.HasDir(from) || onDisk(f, from); {
			case !takeable(from, found.to) || last.Place("") == "/" && ofSystem(found.to) || len(out) == maxCopied:
				continue
			case there && !data(f, from):
				continue
			case !there && !makes:
				continue
			case !there:
				found.built = true
			}
			out = append(out, found)
		}
	}
	return out
}

// destination is where a source lies below the workdir afterwards: of a folder
// the content is copied, a file keeps its name where the target is a folder.
func destination(f *language.Folder, stage dockerfile.Stage, c dockerfile.Copy, from string) string {
	workdir, to := stage.Place(""), stage.Place(c.To)
	isFile := f.Has(from) || !f.HasDir(from) && path.Ext(from) != ""
	if isFile && (strings.HasSuffix(c.To, "/") || len(c.Sources) > 1 || to == workdir || strings.HasSuffix(c.To, "/.") || c.To == ".") {
		to = path.Join(to, path.Base(from))
	}
	rel, below := strings.CutPrefix(to, strings.TrimSuffix(workdir, "/")+"/")
	if !below {
		return ""
	}
	return rel
}

// systemFolders are the image's own, below a program that is started in /.
var systemFolders = language.Words(`bin boot dev etc home lib lib64 media mnt opt proc root run sbin srv sys tmp usr var`)

func ofSystem(to string) bool {
	top, _, _ := strings.Cut(to, "/")
	return systemFolders[top]
}

// takeable leaves out what is no data of the program: the whole tree, scripts
// and sources, hidden files.
func takeable(from, to string) bool {
	base := path.Base(from)
	return language.SafeFolder(from) && language.SafeFolder(to) && !strings.HasPrefix(base, ".") &&
		!slices.Contains([]string{".go", ".rs", ".sh", ".md", ".lock", ".sum", ".mod"},
			path.Ext(base)) && base != "LICENSE" && base != "go.mod" && base != "Cargo.toml"
}

// onDisk reports whether a small file is there although .gitignore names it: a
// build context knows nothing of .gitignore, and some are tracked all the same.
func onDisk(f *language.Folder, name string) bool {
	_, err := f.Reader().Repo.ReadBytes(f.Join(name), maxOnDisk)
	return err == nil
}

const maxOnDisk = 256 << 10

// data reports whether a file, or something in a folder, is not a source.
func data(f *language.Folder, name string) bool {
	if f.Has(name) || !f.HasDir(name) {
		return true
	}
	const most = 400
	files := f.Sub(name).Glob("**/*")
	return slices.ContainsFunc(files[:min(len(files), most)], func(file string) bool { return path.Ext(file) != ".go" && path.Ext(file) != ".rs" })
}
