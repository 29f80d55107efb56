package llamacpp

import (
	"slices"
	"strings"

	"aipack/backend/base/worker"
)

// obituary says in one sentence why the worker ended, and what to do.
func obituary(d *worker.ExitError) (message, hint string) {
	switch line := abort(d); {
	case line != "":
		return "llama.cpp gave this model up: " + withoutPath(line), "the file is damaged, or made for another release of llama.cpp: fetch it again, or choose another model"
	case d.Killed():
		return d.Error(), "most likely the memory was used up: choose a smaller model or close other programs"
	}
	return d.Error(), "the next request starts it again"
}

// abort is ggml's last word, "" where it said none.
func abort(d *worker.ExitError) string {
	i := slices.IndexFunc(d.Output, func(line string) bool {
		return strings.Contains(line, "GGML_ASSERT") || strings.Contains(line, "ggml_abort")
	})
	if i < 0 {
		return ""
	}
	return d.Output[i]
}

// withoutPath turns "/of/the/builder/file.cpp:12: what" into "what (file.cpp:12)".
func withoutPath(line string) string {
	place, what, found := strings.Cut(line, ": ")
	if !found || strings.ContainsAny(place, " (") {
		return line
	}
	return what + " (" + place[strings.LastIndexAny(place, `/\`)+1:] + ")"
}
