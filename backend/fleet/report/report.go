// Package report shows what came of a fleet's repositories: as a table, as lines of JSON,
// as a page, and what has changed since a time.
package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"aipack/backend/fleet"
)

// Sum is what results come to.
type Sum struct {
	All     int
	Causes  map[fleet.Cause]int
	Seconds float64 // of workers
	CPU     float64 // of processors
}

// Of sums results up.
func Of(results []fleet.Result) Sum {
	s := Sum{All: len(results), Causes: map[fleet.Cause]int{}}
	for _, r := range results {
		s.Causes[r.Cause]++
		s.Seconds += r.Seconds
		s.CPU += r.CPU
	}
	return s
}

// Words are what people read for a cause.
func Words(c fleet.Cause) string { return strings.ReplaceAll(string(c), "_", " ") }

// String says it in a line.
func (s Sum) String() string {
	var parts []string
	for _, c := range fleet.Causes {
		if n := s.Causes[c]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, Words(c)))
		}
	}
	if len(parts) == 0 {
		return "no results"
	}
	noun := "repositories"
	if s.All == 1 {
		noun = "repository"
	}
	return fmt.Sprintf("%d %s: %s; %.1f s of work, %.2f s each", s.All, noun, strings.Join(parts, ", "), s.Seconds, s.Seconds/float64(s.All))
}

// Services names the services of a result in a few words.
func Services(r fleet.Result) string {
	var parts []string
	for _, s := range r.Services {
		said := s.Name
		if about := strings.TrimSpace(s.Language + " " + s.Kind); about != "" {
			said += " (" + about + ")"
		}
		if s.Verdict != "" {
			said += ": " + s.Verdict
		}
		parts = append(parts, said)
	}
	return strings.Join(parts, ", ")
}

// What says in a line what came of a repository.
func What(r fleet.Result) string {
	if r.Said != "" {
		return r.Said
	}
	return Services(r)
}

// Text prints a table. A name that steers a terminal is the writer's to hide.
func Text(w io.Writer, results []fleet.Result) {
	width := 0
	for _, r := range results {
		width = max(width, min(len(r.String()), 60))
	}
	for _, r := range results {
		fmt.Fprintf(w, "%-11s %-*s %7.1f s  %s\n", Words(r.Cause), width, r.String(), r.Seconds, What(r))
	}
	if len(results) > 0 {
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w, Of(results))
}

// JSON prints a result a line.
func JSON(w io.Writer, results []fleet.Result) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, r := range results {
		if err := enc.Encode(r); err != nil {
			return err
		}
	}
	return nil
}
