package prove

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"aipack/backend/prove/printed"
)

// watch tells, once, when the data of a data service have grown past their
// bound. BuildKit's gateway (v0.33) gives a file system in memory no size.
func (s *dataServiceRun) watch(ctx context.Context, t *run) (<-chan error, error) {
	full := make(chan error, 1)
	if s.limits.Data <= 0 || s.one.Volume == "" {
		return full, nil
	}
	var said sync.Once
	request := t.base
	request.Stdout = &printed.Lines{Each: func(b []byte) {
		var one struct{ Full bool }
		if json.Unmarshal(b, &one) == nil && one.Full {
			said.Do(func() {
				full <- fmt.Errorf("its data grew past %d MiB, which is all that a proof gives them", s.limits.Data>>20)
			})
		}
	}}
	request.Args = []string{probeDir + "/probe", "full", strconv.FormatInt(s.limits.Data, 10), s.one.Volume}
	watcher, err := t.container.Start(ctx, request)
	if err != nil {
		return nil, err
	}
	go func() { _ = watcher.Wait() }() // it ends with the container
	return full, nil
}

var (
	noSpace = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)no space left on device|disk (?:is )?full|ENOSPC`)
	})
	noMemory = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)out of memory|cannot allocate memory|OutOfMemoryError|std::bad_alloc|ENOMEM`)
	})
)

// killed is the exit code of what the kernel ended, as it does with the largest
// where memory is short.
const killed = 137

// endedAlone says why a data service is gone that nobody ended.
func (t *run) endedAlone(what string) error {
	code, known := exitCode(t.end)
	if !known {
		return t.end // it did not end: the builder lost it
	}
	return endedOfItself(what, code, t.output.lines())
}

// lastWords is the last line that names an error, as the clients of databases do
// before they show where it is; else the last one.
func lastWords(log []string) string {
	for _, line := range slices.Backward(log[max(0, len(log)-20):]) {
		if strings.Contains(line, "ERROR") || strings.Contains(line, "FATAL") || strings.Contains(line, "Error:") {
			return strings.TrimSpace(line)
		}
	}
	return log[len(log)-1]
}

// endedOfItself says why a data service ended that nobody ended: for want of
// memory or room, by its own words or the kernel's, else with its last words.
func endedOfItself(what string, code int, log []string) error {
	says := func(re *regexp.Regexp) string {
		if i := slices.IndexFunc(log, re.MatchString); i >= 0 {
			return ": " + log[i]
		}
		return ""
	}
	switch {
	case says(noSpace()) != "":
		return fmt.Errorf("the builder's disk or memory is full, and %s with exit code %d%s", what, code, says(noSpace()))
	case says(noMemory()) != "":
		return fmt.Errorf("it ran out of memory, and %s with exit code %d%s", what, code, says(noMemory()))
	case code == killed:
		return fmt.Errorf("the kernel ended it, as it does where memory is short (exit code %d)", code)
	case len(log) > 0:
		return fmt.Errorf("%s with exit code %d: %s", what, code, lastWords(log))
	}
	return fmt.Errorf("%s with exit code %d", what, code)
}
