package node

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/tasks"
)

// Move says that a project's own files build a front end, and put what that
// makes where the program has it from.
type Move struct {
	Dir    string // of the front end, relative to the repository's root
	Script string // of its package.json; "" for the usual one
	To     string // where the result lies afterwards, relative to the repository's root
	Why    finding.Evidence

	after [][]string // commands that put it there, run in Dir
}

// Moves reads what the Makefile, justfile, Taskfile and container file of a
// folder say about front ends below it, one of them each.
func Moves(f *language.Folder) []Move {
	return language.Once(f, "node.moves", func() []Move {
		var out []Move
		for _, m := range slices.Concat(movesOfTasks(f), movesOfContainer(f)) {
			if !slices.ContainsFunc(out, func(known Move) bool { return known.Dir == m.Dir }) {
				m.after = append(m.room(f.Reader().Folder(".")), m.after...)
				out = append(out, m)
			}
		}
		return out
	})
}

// AddMoved builds the front ends that the project's own files put somewhere,
// in front of its own build, and puts them there. It reports whether there was
// one.
func AddMoved(p *language.Project, r *language.Recipe) bool {
	added := false
	for _, m := range Moves(p.Folder) {
		for _, b := range p.Beside {
			if b.Path == m.Dir && p.AddAssetsOf(b, m.Script, r) {
				m.Put(p, r)
				added = true
			}
		}
	}
	return added
}

// Put adds the commands that put the result in its place, behind those that
// make it, which were added last.
func (m Move) Put(p *language.Project, r *language.Recipe) {
	line := m.Line(p.Context().Path)
	if line == "" || len(r.Build.BuildCommands) < 2 || !strings.HasPrefix(m.Dir+"/", strings.TrimPrefix(p.Context().Path+"/", "./")) {
		return
	}
	r.Build.BuildCommands = slices.Insert(r.Build.BuildCommands, 2, line)
	r.Why = append(r.Why, m.Reason())
}

// room makes the folder that the result comes into, where nothing else does.
func (m Move) room(root *language.Folder) [][]string {
	place := path.Dir(m.To)
	if len(m.after) == 0 {
		return nil
	}
	for _, words := range m.after {
		if words[0] == "mkdir" {
			return nil
		}
		if from := words[max(len(words)-2, 0)]; words[0] == "cp" && (strings.HasSuffix(from, "/.") || strings.HasSuffix(from, "/*")) {
			place = m.To
		}
	}
	if place == "." || root.HasDir(place) {
		return nil
	}
	return [][]string{{"mkdir", "-p", relative(m.Dir, place)}}
}

// Claim makes the front ends parts of a program that is built around them.
func Claim(f *language.Folder, c *language.Claim) {
	if c.Role < language.Program {
		return
	}
	for _, m := range Moves(f) {
		c.Parts = append(c.Parts, m.Dir)
	}
}

// movesOfTasks follows a target's lines: cd web && npm run build && mv build
// ../server/site. What builds it may be another target than what moves it.
func movesOfTasks(f *language.Folder) (out []Move) {
	root, fronts := f.Reader().Folder("."), map[string]string{}
	list := tasks.Of(f)
	for _, t := range list {
		for _, s := range t.Steps() {
			if dir, script := builds(root, f, s); dir != "" && fronts[dir] == "" {
				fronts[dir] = script
			}
		}
	}
	if len(fronts) == 0 {
		return nil
	}
	for _, t := range list {
		var m Move
		for _, s := range t.Steps() {
			if dir, script := builds(root, f, s); dir != "" {
				m = Move{Dir: dir, Script: script}
				continue
			}
			if words, to := m.step(root, s, fronts); words != nil {
				m.after = append(m.after, words)
				if to != "" {
					m.To, m.Why = to, t.Why
				}
			}
		}
		if m.To != "" && m.Dir != "" {
			out = append(out, m)
		}
	}
	return out
}

// step gives a command that moves, copies or clears something as it is written
// in the front end's folder; to is where it puts a part of that folder which
// the repository does not have, outside of it.
func (m *Move) step(root *language.Folder, s tasks.Step, fronts map[string]string) (words []string, to string) {
	if !slices.Contains([]string{"mv", "cp", "rm", "mkdir"}, s.Program()) {
		return nil, ""
	}
	for _, base := range []string{s.Dir, s.Start} {
		var places []string
		words = []string{s.Program()}
		for _, w := range s.Words[1:] {
			if strings.HasPrefix(w, "-") {
				words = append(words, w)
				continue
			}
			at := path.Join(base, w)
			if !language.SafeFolder(at) || strings.ContainsAny(w, "?[{~;<>") {
				return nil, ""
			}
			places = append(places, at)
		}
		if len(places) == 0 {
			return nil, ""
		}
		from := frontOf(places[0], fronts)
		if takes := s.Program() == "mv" || s.Program() == "cp"; takes && len(places) > 1 && from != "" && (m.Dir == "" || m.Dir == from) {
			last := places[len(places)-1]
			if m.Dir == "" {
				m.Dir, m.Script = from, fronts[from]
			}
			if frontOf(last, fronts) != from && !present(root, places[0]) {
				to = target(root, places[0], last, s.Words)
			}
		} else if takes && base != s.Start {
			continue // (cd web && npm run build) && cp …: the folder was left again
		}
		if m.Dir == "" {
			return nil, ""
		}
		written := plainWords(s.Words)
		for i, at := range places {
			w := relative(m.Dir, at)
			if strings.HasSuffix(written[i], "/.") {
				w += "/." // what the folder holds
			} else if strings.HasSuffix(written[i], "/") {
				w += "/"
			}
			words = append(words, w)
		}
		return words, to
	}
	return nil, ""
}

// plainWords are the arguments that are no options.
func plainWords(words []string) (out []string) {
	for _, w := range words[1:] {
		if !strings.HasPrefix(w, "-") {
			out = append(out, w)
		}
	}
	return out
}

// target is where mv and cp put something: into a folder that is there or is
// meant by a slash, else under the new name. What a folder holds stays what it
// is called.
func target(root *language.Folder, from, to string, words []string) string {
	written := plainWords(words)
	base, content := path.Base(from), strings.HasSuffix(written[0], "/.")
	if (root.HasDir(to) || strings.HasSuffix(written[len(written)-1], "/")) && base != "*" && !content {
		return path.Join(to, base)
	}
	return to
}

func present(root *language.Folder, place string) bool {
	return !strings.Contains(place, "*") && (root.Has(place) || root.HasDir(place))
}

// frontOf is the front end that a place lies in, "" for none.
func frontOf(place string, fronts map[string]string) string {
	for dir := path.Dir(place); dir != "." && dir != "/"; dir = path.Dir(dir) {
		if _, ok := fronts[dir]; ok {
			return dir
		}
	}
	return ""
}

// relative writes a place of the repository as it is seen from a folder.
func relative(dir, place string) string {
	rel, err := filepath.Rel(filepath.FromSlash(dir), filepath.FromSlash(place))
	if err != nil {
		return place
	}
	return filepath.ToSlash(rel)
}

// builds gives the folder below f whose package.json has the script that a step
// runs, and its name, where that builds something.
func builds(root, f *language.Folder, s tasks.Step) (dir, script string) {
	if !slices.Contains(Programs, s.Program()) {
		return "", ""
	}
	dir = s.Dir
	var words []string
	for i := 1; i < len(s.Words); i++ {
		name, value, given := strings.Cut(s.Words[i], "=")
		if slices.Contains([]string{"--prefix", "--cwd", "--dir", "-C"}, name) {
			if !given && i+1 < len(s.Words) {
				i++
				value = s.Words[i]
			}
			dir = path.Join(dir, value)
		} else if !strings.HasPrefix(name, "-") {
			words = append(words, s.Words[i])
		}
	}
	if len(words) > 1 && (words[0] == "run" || words[0] == "run-script") {
		words = words[1:]
	}
	if len(words) == 0 || !language.SafeFolder(dir) || dir == f.Path || !f.IsRoot() && !strings.HasPrefix(dir, f.Path+"/") {
		return "", ""
	}
	pkg, ok := Package(root.Sub(dir))
	if !ok || pkg.Script(words[0]) == "" || !slices.ContainsFunc([]string{"build", "bundle", "generate", "dist", "prod", "release", "compile", "export"}, func(part string) bool { return strings.Contains(words[0], part) }) {
		return "", ""
	}
	return dir, words[0]
}
