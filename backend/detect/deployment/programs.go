package deployment

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/dockerfile"
)

// maxProgramFiles bounds the container files of a project that are looked
// through for the program that each builds.
const maxProgramFiles = 32

// Apart finds which of a project's programs are deployed each for itself: a
// service of a compose file or a container file stands for one of them alone.
// The services are moved to their programs' folders.
func (c *Composition) Apart(home *language.Folder, programs []language.Command) map[string]finding.Evidence {
	out := map[string]finding.Evidence{}
	root := home.Reader().Folder(".")
	moved := map[int]string{}
	for i, s := range c.Services {
		if s.Folder != home.Path || s.File == "" {
			continue
		}
		text, _ := root.Text(s.File)
		dir, told := programOf(home, text, programs)
		if !told {
			dir = programCalled(s, programs)
		}
		if dir == "" {
			continue
		}
		moved[i] = dir
		if part := s.Parts[len(s.Parts)-1]; out[dir].Rule == "" {
			out[dir] = root.Evidence("compose.build", part.Path, part.Line, s.Name+":")
		}
	}
	for _, p := range programs {
		if name := programFile(home, p.Dir); name != "" && out[p.Dir].Rule == "" {
			out[p.Dir] = home.Evidence("structure.dockerfile", name, 0, "")
		}
	}
	if len(out) < 2 {
		return nil
	}
	for i, dir := range moved {
		c.Services[i].Folder = dir
	}
	return out
}

// programOf finds the one program whose folder a container file's commands
// name. told is false where they name none, as with a build argument.
func programOf(home *language.Folder, text string, programs []language.Command) (dir string, told bool) {
	for _, p := range programs {
		if !namesFolder(text, language.Below(home.Path, p.Dir)) {
			continue
		}
		if told {
			return "", true // several together are one image
		}
		dir, told = p.Dir, true
	}
	return dir, told
}

// programCalled finds the program that a compose service is called after, or
// that its stage is.
func programCalled(s Composed, programs []language.Command) string {
	for _, p := range programs {
		if name := language.ImageName(p.Name); language.ImageName(s.Name) == name || s.Target == p.Name {
			return p.Dir
		}
	}
	return ""
}

// namesFolder reports whether a line that runs something names a folder, as
// "./cmd/api" or "cmd/api/main.go".
func namesFolder(text, dir string) bool {
	for rest := text; ; {
		at := strings.Index(rest, dir)
		if at < 0 {
			return false
		}
		line := rest[strings.LastIndexByte(rest[:at], '\n')+1:]
		before, after := byte(' '), byte(' ')
		if at > 0 {
			before = rest[at-1]
		}
		if end := at + len(dir); end < len(rest) {
			after = rest[end]
		}
		rest = rest[at+len(dir):]
		word := strings.ToUpper(keyword(line))
		if word != "COPY" && word != "ADD" && !strings.HasPrefix(word, "#") && strings.IndexByte(" /\t\"'=", before) >= 0 && strings.IndexByte(" /\t\"'\r\n;&\\", after) >= 0 {
			return true
		}
	}
}

// keyword is an instruction of a container file.
func keyword(line string) string {
	line, _, _ = strings.Cut(line, "\n")
	if words := strings.Fields(line); len(words) > 0 {
		return words[0]
	}
	return ""
}

// programFile finds the container file that builds one program of a project
// and is called after it, or names no other folder beside it; "" for none.
func programFile(home *language.Folder, dir string) string {
	rel := language.Below(home.Path, dir)
	siblings := path.Dir(rel) + "/"
	for _, name := range programFiles(home) {
		text, _ := home.Text(name)
		if !namesFolder(text, rel) {
			continue
		}
		others := 0
		for _, sibling := range home.Sub(path.Dir(rel)).Dirs() {
			if siblings+sibling != rel && namesFolder(text, siblings+sibling) {
				others++
			}
		}
		if others == 0 {
			return name
		}
	}
	return ""
}

// programFiles lists the container files that may build one program each.
func programFiles(home *language.Folder) []string {
	return language.Once(home, "deployment.programFiles", func() []string {
		var out []string
		for _, file := range home.Reader().Index.Under(home.Path) {
			name := home.Rel(file.Path)
			base := strings.ToLower(path.Base(name))
			if !dockerfile.Named(base) && !strings.HasPrefix(base, "dockerfile-") && !strings.HasPrefix(base, "dockerfile_") {
				continue
			}
			if _, beside := language.BesideProduct(path.Dir(file.Path)); !beside && len(out) < maxProgramFiles && strings.Count(name, "/") <= 3 {
				out = append(out, name)
			}
		}
		slices.Sort(out)
		return out
	})
}
