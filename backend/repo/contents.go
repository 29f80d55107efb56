package repo

import (
	"bytes"
	"path"
	"strings"

	"aipack/backend/repo/generated"
)

// prober looks into a folder without walking it, within bounds.
type prober struct {
	src    source
	listed int // folders so far
	seen   map[string][]inside
}

// inside is an entry of a folder.
type inside struct {
	name string
	kind kind
}

// The bounds of what is looked at to judge one folder.
const (
	mostProbed  = 64   // folders that are listed
	mostEntries = 2000 // entries of them that are looked at
	mostJudged  = 24   // sources that are read
)

// list gives a folder's entries, by name; none beyond the bounds.
func (p *prober) list(dir string) []inside {
	if known, ok := p.seen[dir]; ok {
		return known
	}
	if p.listed++; p.listed > mostProbed {
		return nil
	}
	var b batch
	b.reset(dir, mostEntries)
	// What cannot be read holds nothing.
	_ = p.src.folders(false).read(dir, &b)
	all, entries := b.sorted()
	out := make([]inside, len(entries))
	for i, e := range entries {
		out[i] = inside{all[e.start+len(b.prefix) : e.end], e.kind}
	}
	if p.seen == nil {
		p.seen = map[string][]inside{}
	}
	p.seen[dir] = out
	return out
}

// find gives the first path below a folder that a pattern, given by its segments,
// fits; "" for none.
func (p *prober) find(dir string, pattern []string) string {
	first, rest := pattern[0], pattern[1:]
	if !strings.ContainsAny(first, "*?[") {
		at := dir + "/" + first
		if len(rest) > 0 {
			return p.find(at, rest)
		}
		if _, err := p.src.lstat(at); err != nil {
			return ""
		}
		return at
	}
	for _, e := range p.list(dir) {
		if !generated.Matches([]string{first}, e.name) {
			continue
		}
		at := dir + "/" + e.name
		if len(rest) == 0 {
			return at
		}
		if e.kind == kindFolder {
			if found := p.find(at, rest); found != "" {
				return found
			}
		}
	}
	return ""
}

// made reports whether what lies in the folder was made by a program: some of it
// says so, and no source says that a person wrote it.
func (j *judging) made() bool {
	p := prober{src: j.repo.src}
	some, read, looked := false, 0, 0
	level := []string{j.path}
	for len(level) > 0 && p.listed < mostProbed {
		var next []string
		for _, dir := range level {
			for _, e := range p.list(dir) {
				if looked++; looked > mostEntries {
					return some
				}
				at := dir + "/" + e.name
				switch {
				case e.kind == kindFolder && !reserved(e.name):
					next = append(next, at)
				case e.kind != kindFile:
				case generated.KindOf(e.name) == generated.Compiled:
					some = true
				case generated.KindOf(e.name) == generated.Source:
					if read++; read > mostJudged {
						return some
					}
					if !j.written(at) {
						some = true
					} else {
						return false
					}
				}
			}
		}
		level = next
	}
	return some
}

func reserved(name string) bool {
	for _, r := range generated.Rows(name) {
		if r.Reserved() && r.In == "" {
			return true
		}
	}
	return false
}

// written reports whether a person wrote a source: not a program, and it is no copy
// of one that stands elsewhere.
func (j *judging) written(p string) bool {
	text, err := j.repo.readUpTo(p, generated.MostRead)
	return err == nil && !generated.Made(p, text) && !j.copied(p, text)
}

// roots are where the sources lie from which a build beside them makes the folder.
var roots = []string{".", "src", "lib", "app", "source"}

// compiledFrom are the ends of the names of what is made into JavaScript.
var compiledFrom = []string{".ts", ".tsx", ".mts", ".cts", ".jsx", ".coffee"}

// copied reports whether a file of the folder stands at the same place of a folder
// of sources, too: the same to the byte, or as what is compiled to it.
func (j *judging) copied(p string, text []byte) bool {
	rel := strings.TrimPrefix(p, j.path+"/")
	stem := ""
	switch ext := path.Ext(rel); ext {
	case ".js", ".mjs", ".cjs":
		if _, ok := j.beside.has([]string{"package.json", "tsconfig*.json"}); ok {
			stem = strings.TrimSuffix(rel, ext)
		}
	}
	for _, root := range roots {
		twin := path.Join(path.Dir(j.path), root, rel)
		if twin == p || strings.HasPrefix(twin, j.path+"/") {
			continue
		}
		if other, err := j.repo.readUpTo(twin, generated.MostRead); err == nil && bytes.Equal(other, text) && len(text) > 0 {
			return true
		}
		for _, end := range compiledFrom {
			if stem == "" {
				break
			}
			if _, err := j.repo.src.lstat(path.Join(path.Dir(j.path), root, stem+end)); err == nil {
				return true
			}
		}
	}
	return false
}
