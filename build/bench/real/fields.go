package main

import (
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"

	"aipack/backend/universalbuild"
	"aipack/build/bench/real/command"
)

func share(right bool) tally {
	if right {
		return tally{right: 1, asked: 1}
	}
	return tally{asked: 1}
}

func (s service) port() (tally, string, string) {
	var got []string
	right := false
	for _, p := range s.doc.Runtime.Ports {
		got = append(got, fmt.Sprint(p.Port))
		right = right || s.label.Port != nil && p.Port == *s.label.Port || slices.Contains(s.label.PortAccept, p.Port)
	}
	if s.label.Port == nil {
		return tally{}, "", ""
	}
	right = right || s.raised(*s.label.Port)
	if *s.label.Port == 0 {
		return share(s.doc.Version != "" && len(got) == 0 || right), "none", strings.Join(got, " ")
	}
	return share(right), fmt.Sprint(*s.label.Port), strings.Join(got, " ")
}

// raised reports whether the plan found that port and moved it above those of
// root, by what the program itself reads: that is where it listens there.
func (s service) raised(port int) bool {
	return port > 0 && port < 1024 && slices.ContainsFunc(s.doc.Evidence, func(e universalbuild.Evidence) bool {
		return e.Rule == "port.unprivileged" && len(e.Alternatives) > 0 && e.Alternatives[0].Value == fmt.Sprint(port)
	})
}

func (s service) start() (tally, string, string) {
	if s.label.Start == "" {
		return tally{}, "", ""
	}
	r := s.doc.Runtime
	at, there := s.place(s.label.Path), s.place(s.doc.Metadata.Path)
	right := false
	for _, want := range append([]string{s.label.Start}, s.label.StartAccept...) {
		for _, answer := range [][]string{r.Command, slices.Concat(r.Entrypoint, r.Command), r.Entrypoint} {
			right = right || command.Same(want, at, answer, there)
		}
	}
	return share(right), s.label.Start, strings.Join(slices.Concat(r.Entrypoint, r.Command), " ")
}

func (s service) place(folder string) command.Place {
	return command.Place{Service: folder, Scripts: func(name string) string {
		if text := s.scripts(folder, name); text != "" || folder == "." {
			return text
		}
		return s.scripts(".", name)
	}}
}

// health counts a path as found that the label has, and as wrong one that the
// program does not serve by its label. The root and what is served beside the
// labelled paths are never wrong; nor are they an answer where there is a better
// one.
func (s service) health() (tally, string, string) {
	if s.label.Health == nil {
		return tally{}, "", ""
	}
	asked := ""
	if h := s.doc.Runtime.Healthcheck; h != nil {
		asked = servedPath(h.Path)
	}
	known := len(s.label.Health) == 0 && s.doc.Version != ""
	for _, p := range s.label.Health {
		known = known || servedPath(p) == asked && asked != ""
	}
	served := asked == "" || asked == "/"
	for _, p := range s.label.HealthAccept {
		served = served || servedPath(p) == asked
	}
	t := tally{asked: 1}
	switch {
	case known && (served || len(s.label.Health) > 0):
		t.right = 1
		if len(s.label.Health) > 0 {
			t.found = 1
		}
	case served:
		t.missed = 1
	default:
		t.wrong = 1
		if len(s.label.Health) > 0 {
			t.missed = 1
		}
	}
	return t, strings.Join(s.label.Health, " "), asked
}

// servedPath is a path without what does not choose another answer.
func servedPath(p string) string {
	if p == "" {
		return ""
	}
	if u, err := url.Parse(p); err == nil {
		p = u.Path
	}
	return path.Clean("/" + p)
}

// required are the variables that the plan asks for, without those that it may
// ask for or not. What is wanted and set in the image is seen to as well.
func (s service) required() []string {
	var names []string
	for _, name := range s.label.Required {
		if s.doc.Runtime.Environment[name] != "" {
			names = append(names, name)
		}
	}
	for _, v := range s.doc.Runtime.Variables {
		if v.Required && !slices.Contains(s.label.RequiredAccept, v.Name) {
			names = append(names, v.Name)
		}
	}
	return names
}

// protocol names the family of data services whose clients cannot tell them
// apart.
func protocol(id string) string {
	switch id {
	case "mariadb":
		return "mysql"
	case "valkey", "keydb", "dragonfly":
		return "redis"
	}
	return id
}

// sets compares two, with the other right answers; the best counts.
func sets(want []string, accept [][]string, got []string, same func(string) string) (tally, string, string) {
	if want == nil {
		return tally{}, "", ""
	}
	best := overlap(want, got, same)
	for _, other := range accept {
		if t := overlap(other, got, same); t.wrong+t.missed < best.wrong+best.missed {
			best = t
		}
	}
	best.asked = 1
	if best.wrong+best.missed == 0 {
		best.right = 1
	}
	return best, sorted(want), sorted(got)
}

func overlap(want, got []string, same func(string) string) tally {
	a, b := map[string]bool{}, map[string]bool{}
	for _, w := range want {
		a[same(w)] = true
	}
	for _, g := range got {
		b[same(g)] = true
	}
	var t tally
	for g := range b {
		if a[g] {
			t.found++
		} else {
			t.wrong++
		}
	}
	t.missed = len(a) - t.found
	return t
}

func sorted(list []string) string {
	list = slices.Clone(list)
	slices.Sort(list)
	return strings.Join(list, " ")
}

// migration is right where a release line, or the start before the program
// itself, runs what the label names; or where neither has any.
func (s service) migration() (tally, string, string) {
	if s.label.Migration == nil {
		return tally{}, "", ""
	}
	lines := s.doc.Runtime.Release
	none := len(lines) == 0 && s.doc.Version != ""
	at, there := s.place(s.label.Path), s.place(s.doc.Metadata.Path)
	right := false
	for _, want := range append([]string{*s.label.Migration}, s.label.MigrationAccept...) {
		if want == "" {
			right = right || none
			continue
		}
		for _, line := range append(slices.Clone(lines), shellLine(s.doc.Runtime.Command)) {
			right = right || command.Runs(want, at, line, there)
		}
	}
	return share(right), *s.label.Migration, strings.Join(lines, "; ")
}

// shellLine is what a shell is given to run, "" where none is started.
func shellLine(command []string) string {
	if len(command) == 3 && command[1] == "-c" {
		return command[2]
	}
	return ""
}
