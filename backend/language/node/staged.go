package node

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/dockerfile"
)

// ContainerFiles are where projects keep the file of their image.
var ContainerFiles = []string{
	"Dockerfile", "Containerfile", "docker/Dockerfile", ".docker/Dockerfile", "deploy/Dockerfile",
	"build/Dockerfile", "scripts/Dockerfile",
}

// movesOfContainer reads stages that build a front end, and where another stage
// puts what they made among the repository's own files.
func movesOfContainer(f *language.Folder) (out []Move) {
	for _, at := range []*language.Folder{f, f.Reader().Folder(".")} {
		name := at.FirstOf(ContainerFiles...)
		if name == "" {
			continue
		}
		file, _ := language.Parse(at, name, dockerfile.Parse)
		for _, stage := range file.Stages {
			out = append(out, movesOfRuns(f, at, name, stage)...)
			for _, c := range stage.Copies {
				if m, ok := staged(f, at, file, stage, c); ok {
					m.Why = at.AtLine("container.front_end", name, c.Line)
					out = append(out, m)
				}
			}
		}
		return out
	}
	return nil
}

// staged reads one COPY out of a stage that builds a front end.
func staged(f, at *language.Folder, file dockerfile.File, into dockerfile.Stage, c dockerfile.Copy) (Move, bool) {
	if c.From == "" || len(c.Sources) != 1 {
		return Move{}, false
	}
	made, makes, ok := Origin(at, file, c, c.Sources[0])
	to := ownPlace(into, c.To)
	if !ok || !makes || to == "" || present(at, made) || at.Has(to) {
		return Move{}, false
	}
	root := f.Reader().Folder(".")
	made, to = at.Join(made), at.Join(to)
	stage, _ := file.Stage(c.From)
	dir, script := builtBy(root, at, stage, made)
	if dir == "" || dir == f.Path || !f.IsRoot() && !strings.HasPrefix(dir, f.Path+"/") || !language.SafeFolder(to) {
		return Move{}, false
	}
	m := Move{Dir: dir, Script: script, To: to}
	if made != to {
		from, place := relative(dir, made), relative(dir, to)
		m.after = [][]string{{"rm", "-rf", place}, {"mkdir", "-p", path.Dir(place)}, {"cp", "-r", from, place}}
	}
	return m, true
}

// builtBy is the folder with a package.json that a stage copies in and builds:
// the one that its result lies in, else the only one.
func builtBy(root, at *language.Folder, stage dockerfile.Stage, made string) (dir, script string) {
	for _, c := range stage.Copies {
		if c.From != "" {
			continue
		}
		for _, source := range c.Sources {
			from := at.Join(strings.TrimPrefix(path.Join("/", source), "/"))
			if path.Base(from) == "package.json" {
				from = path.Dir(from)
			}
			if from != "." && root.Has(path.Join(from, "package.json")) && (dir == "" || strings.HasPrefix(made, from+"/")) {
				dir = from
			}
		}
	}
	if dir == "" {
		return "", ""
	}
	pkg, _ := Package(root.Sub(dir))
	for _, s := range stage.Steps() {
		if !slices.Contains(Programs, s.Program()) || s.Maybe {
			continue
		}
		for _, w := range s.Words[1:] {
			if pkg.Script(w) != "" && w != "install" && w != "test" {
				script = w
			}
		}
	}
	return dir, script
}

// ownPlace is where a place of a stage lies in the repository, by what the
// stage copies from there; "" for nowhere.
func ownPlace(stage dockerfile.Stage, to string) (place string) {
	if strings.ContainsAny(to, "$*?") {
		return ""
	}
	at, longest := stage.Place(to), -1
	for _, c := range stage.Copies {
		if c.From != "" || len(c.Sources) != 1 || strings.ContainsAny(c.Sources[0], "*?$") || path.Ext(c.Sources[0]) != "" && c.Sources[0] != "." && c.Sources[0] != "./" {
			continue
		}
		base := strings.TrimSuffix(stage.Place(c.To), "/") + "/"
		if rest, below := strings.CutPrefix(at, base); below && rest != "" && len(base) > longest {
			place, longest = strings.TrimPrefix(path.Join("/", c.Sources[0], rest), "/"), len(base)
		}
	}
	return place
}

// Origin is the place in the build context that a source of a COPY comes from:
// through the stage that it is taken out of, where that copied the context.
// makes reports whether that stage runs a build of Node.js.
func Origin(f *language.Folder, file dockerfile.File, c dockerfile.Copy, source string) (from string, makes, ok bool) {
	if strings.ContainsAny(source, "*?[$") {
		return "", false, false
	}
	if c.From == "" {
		return strings.TrimPrefix(path.Join("/", source), "/"), false, true
	}
	stage, ok := file.Stage(c.From)
	if !ok {
		return "", false, false
	}
	at, best := stage.Place(source), ""
	for _, taken := range stage.Copies {
		to := stage.Place(taken.To)
		if taken.From != "" || len(taken.Sources) != 1 || len(to) < len(best) {
			continue
		}
		folder := strings.TrimPrefix(path.Join("/", taken.Sources[0]), "/")
		if rest, below := strings.CutPrefix(at, strings.TrimSuffix(to, "/")+"/"); below && (folder == "" || f.HasDir(folder)) {
			from, best = path.Join(folder, rest), to
		}
	}
	for _, s := range stage.Steps() {
		makes = makes || slices.Contains([]string{"npm", "npx", "yarn", "pnpm", "bun"}, s.Program())
	}
	return from, makes || strings.HasPrefix(stage.Image, "node:"), from != ""
}
