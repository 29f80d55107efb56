package evaluate

import (
	"maps"
	"slices"
	"strings"

	"aipack/backend/universalbuild"
)

// Scores are how much of each part of a detection is right, 0 to 1. The words
// of its reasoning are not scored.
type Scores map[string]float64

// The parts that are scored.
const (
	Services    = "services" // F1 of their paths
	Language    = "language"
	BuildSystem = "build system"
	BaseImage   = "base image"
	Commands    = "build commands"
	Start       = "start command"
	Ports       = "ports"
	Health      = "health check"
	Variables   = "variables"
)

func parts() []string {
	return []string{Services, Language, BuildSystem, BaseImage, Commands, Start, Ports, Health, Variables}
}

// Score compares documents with the labelled ones, service by service. A
// service that is missing has nothing right.
func Score(want, got []universalbuild.UniversalBuild) Scores {
	s := Scores{}
	if len(want) == 0 {
		for _, p := range parts() {
			s[p] = truth(len(got) == 0)
		}
		return s
	}
	found := map[string]universalbuild.UniversalBuild{}
	for _, d := range got {
		found[d.Metadata.Path] = d
	}
	right := 0
	for _, w := range want {
		g, ok := found[w.Metadata.Path]
		if !ok {
			continue
		}
		right++
		for part, share := range service(w, g) {
			s[part] += share / float64(len(want))
		}
	}
	for _, p := range parts() { // a part in which nothing is right is 0, not absent
		s[p] += 0
	}
	s[Services] = 2 * float64(right) / float64(len(want)+len(got))
	return s
}

// Total is the mean of all parts.
func (s Scores) Total() float64 {
	sum := 0.0
	for _, p := range parts() {
		sum += s[p]
	}
	return sum / float64(len(parts()))
}

// below names the parts in which s is lower than other.
func (s Scores) below(other Scores) []string {
	const rounding = 1e-9
	var out []string
	for _, p := range parts() {
		if s[p] < other[p]-rounding {
			out = append(out, p)
		}
	}
	return out
}

func service(want, got universalbuild.UniversalBuild) Scores {
	return Scores{
		Language:    truth(plainWord(want.Metadata.Language) == plainWord(got.Metadata.Language)),
		BuildSystem: truth(plainWord(want.Metadata.BuildSystem) == plainWord(got.Metadata.BuildSystem)),
		BaseImage:   (truth(family(want.Build.BaseImage) == family(got.Build.BaseImage)) + truth(family(want.Runtime.BaseImage) == family(got.Runtime.BaseImage))) / 2,
		Commands:    inTurn(lines(want.Build), lines(got.Build)),
		Start:       truth(slices.Equal(started(want.Runtime), started(got.Runtime))),
		Ports:       truth(maps.Equal(portSet(want), portSet(got))),
		Health:      truth((want.Runtime.Healthcheck == nil) == (got.Runtime.Healthcheck == nil)),
		Variables:   recalled(want.Runtime.Variables, got.Runtime.Variables),
	}
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func plainWord(s string) string { return strings.ToLower(strings.TrimSpace(s)) }

// family is an image's name and the first number of its version.
func family(image string) string {
	name, tag, _ := strings.Cut(image, ":")
	major := strings.FieldsFunc(tag, func(r rune) bool { return r < '0' || r > '9' })
	if len(major) > 0 && strings.HasPrefix(tag, major[0]) {
		return name + ":" + major[0]
	}
	return name
}

// lines are the words of all build commands.
func lines(b universalbuild.Build) []string {
	return strings.Fields(strings.Join(slices.Concat(b.PreBuildCommands, b.BuildCommands, b.PostBuildCommands), "\n"))
}

// inTurn is the share of the wanted words that come in the wanted order.
func inTurn(want, got []string) float64 {
	if len(want) == 0 {
		return truth(len(got) == 0)
	}
	row := make([]int, len(want)+1) // longest common subsequence
	for _, g := range got {
		before := 0
		for j, w := range want {
			above := row[j+1]
			if g == w {
				row[j+1] = before + 1
			} else {
				row[j+1] = max(above, row[j])
			}
			before = above
		}
	}
	return float64(row[len(want)]) / float64(len(want))
}

// started is a start command without what does not matter.
func started(r universalbuild.Runtime) []string {
	words := slices.Concat(r.Entrypoint, r.Command)
	if len(words) == 3 && (words[0] == "sh" || words[0] == "bash") && strings.HasPrefix(words[1], "-") {
		words = strings.Fields(strings.TrimPrefix(words[2], "exec "))
	}
	return words
}

func portSet(d universalbuild.UniversalBuild) map[int]bool {
	out := map[int]bool{}
	for _, p := range d.Runtime.Ports {
		out[p.Port] = true
	}
	return out
}

func recalled(want, got []universalbuild.Variable) float64 {
	if len(want) == 0 {
		return 1
	}
	n := 0
	for _, w := range want {
		if slices.ContainsFunc(got, func(g universalbuild.Variable) bool { return g.Name == w.Name }) {
			n++
		}
	}
	return float64(n) / float64(len(want))
}
