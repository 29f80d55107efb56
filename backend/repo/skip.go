package repo

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"aipack/backend/manifest/lockfile"
	"aipack/backend/repo/generated"
	"aipack/backend/repo/gitindex"
)

// leave decides which folders are left out: those that tools fill, and those that
// .gitignore names. A name alone decides where it is a tool's own; else what git
// tracks does, then a mark of the tool, then what lies in the folder.
type leave struct {
	repo *Tree
	git  func() *gitindex.Index // nil where nothing is known of what is tracked
}

func (r *Tree) leaving() *leave {
	return &leave{repo: r, git: sync.OnceValue(r.gitIndex)}
}

// place is what holds for all that lies in a folder.
type place struct {
	ignore  *ignoreChain
	tracked bool // only what git tracks counts: the rest is left out
	unknown bool // git's index says nothing of what is here: a submodule
	made    bool // by a program: no sources
}

// ruling is what a folder is. No reason: it is looked into.
type ruling struct {
	reason SkipReason
	by     string
	in     place
}

// company is the listing that an entry is judged in.
type company struct {
	all     string
	entries []entry
	prefix  int
}

func (c company) name(e entry) string { return c.all[e.start+c.prefix : e.end] }

// has gives a file of one of these names.
func (c company) has(patterns []string) (string, bool) {
	for _, e := range c.entries {
		if e.kind == kindFile && generated.Matches(patterns, c.name(e)) {
			return c.name(e), true
		}
	}
	return "", false
}

// folder judges a folder by its place and by what stands beside it.
func (l *leave) folder(name, p string, beside company, in place) ruling {
	c := &l.repo.config
	rows := generated.Rows(name)
	switch {
	case name == ".git":
		return ruling{reason: SkippedByName}
	case slices.Contains(c.LeaveOut, name):
		return ruling{reason: SkippedByName, by: "settings"}
	case slices.Contains(c.Read, name):
		return ruling{in: place{unknown: in.unknown}}
	}
	ignored := in.ignore.ignores(p, name, true) && !in.ignore.meansProgram(p, name)
	guess := generated.Guess(name)
	if !ignored && !in.tracked && len(rows) == 0 && !guess {
		return ruling{in: in} // nearly all of them
	}
	j := judging{leave: l, name: name, path: p, beside: beside}
	if r := j.row(rows, true); r.reason != "" {
		return r
	}
	marked := j.row(rows, false)
	if ignored || in.tracked || marked.reason != "" { // else what git tracks changes nothing
		tracked, submodule := l.tracks(p, in)
		switch {
		case tracked:
		case marked.reason != "":
			return marked
		default:
			return ruling{reason: SkippedByGit, by: in.ignore.by(p, name)}
		}
		in.tracked, in.unknown = !submodule, in.unknown || submodule
	}
	if guess && !in.made && j.made() {
		in.made = true
		return ruling{reason: SkippedAsMade, in: in}
	}
	return ruling{in: in}
}

// file reports whether a file counts, beside the entries of its folder.
func (l *leave) file(name, p string, beside company, in place) bool {
	if !in.tracked && !in.ignore.ignores(p, name, false) {
		return true
	}
	git := l.git()
	return !in.unknown && (git.File(p) || git == nil && slices.Contains(manifests, name) && (!in.ignore.names(name) || l.locked(name, p, beside, in)))
}

// locked reports whether beside a manifest lies the lock file that its tool wrote of it,
// which .gitignore does not mean: who keeps the one keeps the other, and git has tracked
// the manifest since before it was named there
// (https://git-scm.com/docs/gitignore: "files already tracked by Git are not affected").
func (l *leave) locked(name, p string, beside company, in place) bool {
	lock, ok := beside.has(lockfile.WrittenOf(name))
	return ok && !in.ignore.ignores(strings.TrimSuffix(p, name)+lock, lock, false)
}

// manifests are files that say what a project is. A pattern of .gitignore such as
// *.xml, taken from a collection, does not mean them, and git tracks them all the
// same; in a folder without a repository, as it is downloaded in an archive, nobody
// else can say so.
var manifests = strings.Fields(`pom.xml build.gradle build.gradle.kts settings.gradle settings.gradle.kts package.json go.mod go.work Cargo.toml pyproject.toml
	requirements.txt setup.py Pipfile Gemfile composer.json mix.exs deno.json Dockerfile compose.yaml compose.yml docker-compose.yml docker-compose.yaml`)

func (l *leave) tracks(dir string, in place) (tracked, submodule bool) {
	if in.unknown {
		return false, false
	}
	return l.git().Folder(dir)
}

// marks are files that say of the folder they lie in that a tool fills it.
var marks = []string{"CACHEDIR.TAG", "CMakeCache.txt", "pyvenv.cfg"}

// cacheSignature begins a CACHEDIR.TAG (bford.info/cachedir).
const cacheSignature = "Signature: 8a477f597d28d172789f06886806bc55"

// marked judges a folder by what lies directly in it: an environment of Python
// (PEP 405), a cache, what CMake builds outside of the sources.
func (l *leave) marked(dir string, listing company, in place) ruling {
	if dir == "." || slices.Contains(l.repo.config.Read, path.Base(dir)) {
		return ruling{in: in}
	}
	by, ok := listing.has(marks)
	if !ok {
		return ruling{in: in}
	}
	by = dir + "/" + by
	switch path.Base(by) {
	case "CACHEDIR.TAG":
		head, err := l.repo.readUpTo(by, int64(len(cacheSignature)))
		ok = err == nil && string(head) == cacheSignature
	case "CMakeCache.txt":
		_, within := listing.has([]string{"CMakeLists.txt"})
		ok = !within
	}
	tracked, _ := l.tracks(dir, in)
	if !ok || tracked && path.Base(by) != "pyvenv.cfg" {
		return ruling{in: in}
	}
	return ruling{reason: SkippedByMark, by: by}
}

// gitIndex reads what git tracks; nil where that is not known. The folder has to be
// the root of its working tree: nothing outside of it is read.
func (r *Tree) gitIndex() *gitindex.Index {
	b, err := r.readUpTo(".git/index", gitindex.Most+1)
	if err != nil {
		return nil
	}
	hash := gitindex.SHA1
	if config, err := r.readUpTo(".git/config", 64<<10); err == nil && objectFormat.Match(config) {
		hash = gitindex.SHA256
	}
	x, err := gitindex.Parse(b, hash)
	if err != nil {
		return nil
	}
	return x
}

// objectFormat is the setting of extensions.objectFormat, git-config(1).
var objectFormat = regexp.MustCompile(`(?mi)^\s*objectformat\s*=\s*sha256\s*$`)

// judging is one folder that is judged.
type judging struct {
	*leave
	name, path string
	beside     company
	probe      prober
}

// row finds the row that says what the folder is, among those of what others wrote
// or among the rest.
func (j *judging) row(rows []generated.Row, foreign bool) ruling {
	for _, r := range rows {
		if r.Foreign != foreign || r.In != "" && r.In != path.Base(path.Dir(j.path)) {
			continue
		}
		if r.Reserved() {
			return ruling{reason: SkippedByName}
		}
		by := ""
		if len(r.Beside) > 0 {
			file, ok := j.beside.has(r.Beside)
			if !ok {
				continue
			}
			by = path.Join(path.Dir(j.path), file)
		}
		if len(r.Within) > 0 {
			if by = j.holds(r.Within); by == "" {
				continue
			}
		}
		if len(r.Lacks) > 0 && j.holds(r.Lacks) != "" {
			continue
		}
		if foreign {
			return ruling{reason: SkippedAsDeps, by: by}
		}
		return ruling{reason: SkippedByMark, by: by}
	}
	if !foreign && generated.Guess(j.name) {
		if by := j.compilerOf(); by != "" {
			return ruling{reason: SkippedByMark, by: by}
		}
	}
	return ruling{}
}

func (j *judging) holds(patterns []string) string {
	j.probe.src = j.repo.src
	for _, p := range patterns {
		if by := j.probe.find(j.path, strings.Split(p, "/")); by != "" {
			return by
		}
	}
	return ""
}

// outDir is where a configuration of TypeScript's compiler has its output put
// (typescriptlang.org/tsconfig/#outDir), on a line that is no comment.
var outDir = regexp.MustCompile(`(?m)^[^/\n]*"outDir"\s*:\s*"(?:\./)?([^"/]+)`)

// compilerOf gives the configuration beside the folder that has a compiler write
// into it.
func (j *judging) compilerOf() string {
	const most = 8 // configurations of one folder
	left := most
	for _, e := range j.beside.entries {
		name := j.beside.name(e)
		if e.kind != kindFile || !strings.HasPrefix(name, "tsconfig") || !strings.HasSuffix(name, ".json") {
			continue
		}
		if left--; left < 0 {
			break
		}
		p := path.Join(path.Dir(j.path), name)
		text, err := j.repo.readUpTo(p, 64<<10)
		if err != nil {
			continue
		}
		if m := outDir.FindSubmatch(text); m != nil && string(m[1]) == j.name {
			return p
		}
	}
	return ""
}
