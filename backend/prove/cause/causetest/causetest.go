// Package causetest holds logs as tools print them, and what is to be said of
// each.
package causetest

import (
	_ "embed" // the logs
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

//go:embed causes.txtar
var logs []byte

// Sample is one log and what is to be said of it.
type Sample struct {
	Rule, Stage, Words string // Words stand in the cause
	Exit               int
	Log                []string
	Builder            string // the builder's own error in place of a log
}

// Samples reads them all.
func Samples(t testing.TB) (all []Sample) {
	t.Helper()
	for _, f := range txtar.Parse(logs).Files {
		name := strings.SplitN(f.Name, " | ", 4)
		if len(name) != 4 {
			t.Fatalf("section %q", f.Name)
		}
		exit, err := strconv.Atoi(name[2])
		if err != nil {
			t.Fatal(err)
		}
		s := Sample{Rule: name[0], Stage: name[1], Exit: exit, Words: name[3], Log: Lines(string(f.Data))}
		if len(s.Log) > 0 && strings.HasPrefix(s.Log[0], "builder: ") {
			s.Builder, s.Log = strings.TrimPrefix(s.Log[0], "builder: "), nil
		}
		all = append(all, s)
	}
	return all
}

// Lines are those of a log.
func Lines(text string) []string {
	text = strings.TrimRight(strings.ToValidUTF8(text, "?"), "\n")
	if text == "" {
		return []string{}
	}
	return strings.Split(text, "\n")
}

// Loud is a command that holds the words that rules look for: what a step runs
// is no cause of its failure.
const Loud = `npm ci --frozen-lockfile --immutable && echo 'no space left on device: ENOTFOUND github.com, heap out of memory; ` +
	`npm error code E404 ERESOLVE; environment variable DATABASE_URL is missing; connect ECONNREFUSED 127.0.0.1:5432; Usage: x; Killed' && ` +
	`psql || echo error TS2307: Cannot find module 'x'; go.mod requires go >= 1.99 (running go 1.2)`
