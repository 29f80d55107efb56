package tool

import (
	"strings"
	"sync"

	"aipack/backend/repo"
	"aipack/backend/secret/conceal"
)

// concealer hides the secrets of files before an answer is made of them. What is a secret
// may show only where the whole file is known, and an answer has a part of it: lines of
// a value whose beginning is above, what a search has found.
type concealer struct {
	repo *repo.Tree

	mu    sync.Mutex
	files map[string]*concealedFile
	bytes int
}

// concealedFile is what is hidden of a file as it was.
type concealedFile struct {
	stamp repo.Stamp
	long  bool           // it is too long to be looked at as a whole
	lines map[int]string // by number from 1, those that hold a secret, as they are shown
}

// mostVeiled bounds what is remembered of files, in bytes.
const mostVeiled = 8 << 20

// file gives what the lines of a file, by their numbers from 1, are shown as. A search
// must count none that matches for its secret alone: who asks again and again would read
// that letter by letter.
func (v *concealer) file(name string) func(number int, text string) string {
	f := v.of(name)
	return func(number int, text string) string {
		if hidden, ok := f.lines[number]; ok && text != "" {
			return hidden
		}
		if f.long && text != "" {
			return conceal.Line(name, text)
		}
		return text
	}
}

// block hides consecutive lines from one on.
func (v *concealer) block(name string, first int, lines []string) {
	shown := v.file(name)
	for i, l := range lines {
		lines[i] = shown(first+i, l)
	}
}

// of looks at a file, again where it has changed.
func (v *concealer) of(name string) *concealedFile {
	stamp, err := v.repo.Stamp(name)
	v.mu.Lock()
	f, known := v.files[name]
	v.mu.Unlock()
	if known && err == nil && f.stamp == stamp {
		return f
	}
	f = &concealedFile{stamp: stamp, long: true}
	if err == nil && stamp.Size <= conceal.Most {
		if text, err := v.repo.ReadText(name); err == nil && len(text) <= conceal.Most {
			f.long, f.lines = false, changed(text, conceal.File(name, text))
		}
	}
	v.keep(name, f)
	return f
}

func (v *concealer) keep(name string, f *concealedFile) {
	size := 100
	for _, l := range f.lines {
		size += len(l) + 50
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.files == nil || v.bytes+size > mostVeiled {
		v.files, v.bytes = map[string]*concealedFile{}, 0
	}
	v.files[name] = f
	v.bytes += size
}

// changed are the lines of a text that another, with as many lines, has differently.
func changed(before, after string) map[int]string {
	if before == after {
		return nil
	}
	out := map[int]string{}
	was := strings.Split(before, "\n")
	for i, l := range strings.Split(after, "\n") {
		if i >= len(was) || l != was[i] {
			out[i+1] = clip(strings.TrimSuffix(l, "\r"), mostOfALine)
		}
	}
	return out
}

// mostOfALine is how much is shown of one line, in bytes.
const mostOfALine = 2000
