package scores

import (
	"fmt"
	"strings"
	"time"
)

// NotMeasured is what is said of a model that nobody has measured.
const NotMeasured = "not measured"

// Judge is what results are held against: the set and the program of today.
type Judge struct {
	Set     string
	Version string
	Now     time.Time
}

// Current says whether a result can be compared with those of today.
func (j Judge) Current(r Result) bool { return r.Set == j.Set && r.Version == j.Version }

// Tone is how a result looks: "ok" where the model put something right, made
// nothing wrong and was asked to the end, "warn" where it made something wrong
// or broke down, "plain" else.
func (j Judge) Tone(r Result) string {
	switch {
	case r.Lost > 0 || r.Unfinished > 0:
		return "warn"
	case r.Gained > 0 && j.Current(r):
		return "ok"
	}
	return "plain"
}

// Words say in a line what a model was found to be worth, and when.
func (j Judge) Words(r Result) string {
	at := time.UnixMilli(r.At).In(j.Now.Location())
	day := "2 Jan"
	if at.Year() != j.Now.Year() {
		day = "2 Jan 2006"
	}
	parts := []string{"measured " + at.Format(day) + ": " + found(r)}
	if r.Unfinished > 0 && r.Unfinished < r.Projects {
		parts = append(parts, fmt.Sprintf("broke down in %d of %d projects", r.Unfinished, r.Projects))
	}
	if r.Questions > 0 && r.Unfinished < r.Projects {
		parts = append(parts, cost(r))
	}
	switch {
	case r.Set != j.Set:
		parts = append(parts, "with an older set of projects")
	case r.Version != j.Version:
		parts = append(parts, "by aipack "+r.Version)
	}
	return strings.Join(parts, "; ")
}

// found says what became of the fields.
func found(r Result) string {
	switch {
	case r.Unfinished > 0 && r.Unfinished == r.Projects:
		return "it could not be asked to the end in any project"
	case r.Questions == 0:
		return "it was asked nothing"
	}
	wrong := "none wrong"
	if r.Lost > 0 {
		wrong = fmt.Sprintf("%d of %d right ones wrong", r.Lost, r.Rules)
	}
	return fmt.Sprintf("put %d of %d wrong fields right, made %s", r.Gained, r.Fields-r.Rules, wrong)
}

// cost says what a project took.
func cost(r Result) string {
	text := "under a second a project"
	if s := (r.MedianMS + 500) / 1000; s > 0 {
		text = fmt.Sprintf("%d s a project", s)
	}
	switch {
	case !r.Priced:
		return text + ", cost not known"
	case r.USD > 0 && r.USD < 0.01:
		return text + ", under a cent in all"
	case r.USD > 0:
		return fmt.Sprintf("%s, $%.2f in all", text, r.USD)
	}
	return text
}

// Details are what stands behind the line, a sentence each.
func Details(r Result) []string {
	about := ""
	if r.Estimated {
		about = "at least "
	}
	out := []string{
		fmt.Sprintf("%d of %d fields of %d projects are right by the rules alone, %d with the model.", r.Rules, r.Fields, r.Projects, r.Right),
		fmt.Sprintf("%d questions, %d answers taken; %s%d tokens read and %d written.", r.Questions, r.Taken, about, r.Prompt, r.Completion),
		fmt.Sprintf("%d s in all; the slowest project took %d s.", (r.DurationMS+500)/1000, (r.SlowestMS+500)/1000),
	}
	if r.Changed > 0 {
		out = append(out, fmt.Sprintf("%d wrong fields got another value, wrong as well.", r.Changed))
	}
	if r.Problem != "" {
		out = append(out, "Where it broke down: "+strings.TrimRight(r.Problem, ". ")+".")
	}
	return out
}
