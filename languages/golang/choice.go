package golang

import (
	"path"
	"slices"
	"sort"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/binary"
	"aipack/backend/manifest/gomod"
)

// binaryName names a binary as go install does: after the folder, or after
// the module for its root, a major version's suffix left out.
func binaryName(f *language.Folder, dir string) string {
	if dir != "." {
		return path.Base(dir)
	}
	mod, ok := language.Parse(f, "go.mod", gomod.ParseModule)
	if !ok || mod.Module == "" {
		return language.ImageName(f.Name())
	}
	name := path.Base(mod.Module)
	if len(name) > 1 && name[0] == 'v' && strings.Trim(name[1:], "0123456789") == "" && path.Dir(mod.Module) != "." {
		name = path.Base(path.Dir(mod.Module))
	}
	name, _, _ = strings.Cut(name, ".v")
	return binary.FileName(name)
}

// terminal are packages of programs that draw on a terminal. Such a program
// may open a socket to be told what to do, and is still no service.
const terminal = language.Pattern(`^(?:github\.com/(?:gdamore/tcell|rivo/tview|nsf/termbox-go|charmbracelet/bubbletea|jroimartin/gocui)(?:/.*)?|golang\.org/x/term)$`)

// demote takes back that a terminal program serves if all there is to it is
// an open socket.
func demote(m *mainPackage) {
	if m.imports["net/http"] || !strings.Contains(m.listens.Excerpt, "net.Listen") {
		return
	}
	for imported := range m.imports {
		if terminal.Regexp().MatchString(imported) {
			m.listens = finding.Evidence{}
		}
	}
}

// chosen orders a module's commands: what serves before what runs for ever
// before what ends; then what is published, the root, the one named like the module, and the
// usual names of a service.
func chosen(f *language.Folder, mains []mainPackage) []mainPackage {
	own := binaryName(f, ".")
	publishes := slices.ContainsFunc(mains, func(m mainPackage) bool { return m.released })
	rank := func(m mainPackage) int {
		r := 80
		switch {
		case m.serves():
			r = 0
		case m.works():
			r = 40
		}
		switch {
		case m.dir == ".":
		case m.name == own || m.name == f.Name():
			r++
		default:
			r += 3 + binary.Rank(m.name)
		}
		if publishes && !m.released {
			r += 20
		}
		return r
	}
	out := append([]mainPackage(nil), mains...)
	sort.SliceStable(out, func(i, j int) bool {
		if a, b := rank(out[i]), rank(out[j]); a != b {
			return a < b
		}
		if a, b := strings.Count(out[i].dir, "/"), strings.Count(out[j].dir, "/"); a != b {
			return a < b
		}
		return out[i].dir < out[j].dir
	})
	return out
}
