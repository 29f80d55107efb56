package export

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/manifest/dockerfile"
)

// ComposeFile is the name under which compose looks first.
const ComposeFile = "compose.yaml"

// The other names under which compose finds a file of its own accord, in its order.
// It reads the first that is there, and lays the first override over whichever it has
// read (github.com/compose-spec/compose-go, cli.DefaultFileNames and
// DefaultOverrideFileNames).
var (
	composeNames  = []string{"compose.yml", "docker-compose.yml", "docker-compose.yaml"}
	overrideNames = []string{"compose.override.yml", "compose.override.yaml", "docker-compose.override.yml", "docker-compose.override.yaml"}
)

// OwnCompose is what becomes of the project's own compose files beside our compose.yaml.
type OwnCompose struct {
	Unread   string // that which compose reads now, and would read no longer; "" for none
	Override string // that which it would lay over ours; "" for none
}

// OwnComposeIn looks for them; has reports whether a file is there. Where a
// compose.yaml is there already, no other is read as it is.
func OwnComposeIn(has func(name string) bool) (own OwnCompose) {
	first := func(names []string) string {
		if at := slices.IndexFunc(names, has); at >= 0 {
			return names[at]
		}
		return ""
	}
	if !has(ComposeFile) {
		own.Unread = first(composeNames)
	}
	own.Override = first(overrideNames)
	return own
}

// Sentences says it, a clause each.
func (o OwnCompose) Sentences() (told []string) {
	if o.Unread != "" {
		told = append(told, "compose would read "+ComposeFile+" in place of "+o.Unread)
	}
	if o.Override != "" {
		told = append(told, "compose would lay "+o.Override+" over "+ComposeFile)
	}
	return told
}

// mostTouched bounds the Dockerfiles that are named.
const mostTouched = 5

// touched are Dockerfiles of the project's own in a context that has no
// .dockerignore yet: ours counts for them as well, where they are built from there.
// Each with a .dockerignore of its own is left out (docs.docker.com/build/concepts/context,
// "Filename and location"). files are those of the context, relative to it.
func touched(dir string, files []string, ours map[string]bool) (list []string) {
	apart := map[string]bool{}
	for _, f := range files {
		if f == ".dockerignore" {
			return nil
		}
		if whose, ok := strings.CutSuffix(f, ".dockerignore"); ok {
			apart[whose] = true
		}
	}
	for _, f := range files {
		if whole := path.Join(dir, f); dockerfile.Named(f) && !strings.Contains(path.Base(f), ".bak-") && !apart[f] && !ours[whole] {
			if list = append(list, whole); len(list) == mostTouched {
				break
			}
		}
	}
	return list
}
