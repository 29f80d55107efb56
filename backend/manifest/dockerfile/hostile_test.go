//go:build !race

// The race detector takes several times the memory and the time that are measured.

package dockerfile

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestHostileFiles: a file of 1 MiB costs a second and little memory, whatever
// stands in it.
func TestHostileFiles(t *testing.T) {
	const top = "FROM scratch\n"
	again := strings.Repeat
	var names strings.Builder
	for i := range 120_000 {
		fmt.Fprintf(&names, " A%d=$B", i)
	}
	long := "ENV B=" + again("b", 4000) + "\n"
	for name, text := range map[string]string{
		"values":                       top + long + "ENV" + names.String() + "\n",
		"values of an earlier stage":   top + long + "ENV" + names.String() + "\n" + again("FROM 0\nENV C=$A1\n", 199),
		"values of values":             top + "ENV A=aa\n" + again("ENV A=$A$A$A$A\n", 60_000),
		"sources":                      top + long + "COPY " + again("$B ", 300_000) + "/\n",
		"commands":                     top + long + again("RUN "+again("$B", 30_000)+"\n", 16),
		"unknown names":                top + "ENV" + names.String() + "\nCOPY " + again("$X ", 150_000) + "/\n",
		"here-documents without end":   top + again("RUN <<A\n", 120_000),
		"here-documents of many names": top + again("RUN <<A <<B\nA\n", 60_000),
		"here-documents at once":       top + "RUN" + again(" <<A", 60_000) + "\n" + again("x\nA\n", 60_000),
		"a line that goes on":          top + "RUN a\\\n" + again("a\\\n", 340_000),
		"braces in braces":             top + "ENV A=" + again("${A:-", 100_000) + again("}", 100_000),
		"quotes":                       top + "RUN " + again("\"$(", 300_000),
		"stages":                       again("FROM scratch AS s\n", 50_000),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		began := time.Now()
		f, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, s := range f.Leading("") {
			s.Steps()
		}
		Swells(text, 1<<17)
		Instructions(text)
		runtime.ReadMemStats(&after)
		took, allocated := time.Since(began), (after.TotalAlloc-before.TotalAlloc)>>20
		if took > 5*time.Second || allocated > 200 {
			t.Errorf("%s: %s and %d MB", name, took.Round(time.Millisecond), allocated)
		}
	}
}
