package scan

import (
	"path"
	"strings"
	"sync"

	"aipack/backend/base/linesum"
	"aipack/backend/language"
	"aipack/backend/manifest/compose"
	"aipack/backend/manifest/dockerfile"
	"aipack/backend/repo"
)

// The bounds on what is read to know files of an export: a repository can be
// full of Dockerfiles.
const (
	mostSealed  = 1000
	sealedBytes = 256 << 10
)

// exports knows the files that an export left in a project: they say nothing
// that was not read from the project before, and are no evidence of it. What
// nobody has changed since is left out; of the others the user's own lines count.
type exports struct {
	tree *repo.Tree

	mu   sync.Mutex
	read int
	own  map[string]language.Partial // by path, the files that were changed
}

// omit reports of a file whether nothing in it is anybody's but ours.
func (e *exports) omit(p, name string) bool {
	if !exportable(name) || !e.may() {
		return false
	}
	text, err := e.tree.ReadBytes(p, sealedBytes)
	if err != nil || linesum.Unchanged(text) {
		return err == nil
	}
	content := string(text)
	lines, ok := linesum.Own(content)
	if !ok {
		return false
	}
	kept := ownText(name, content, lines)
	if kept == "" {
		return true
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.own[p] = language.Partial{Text: kept, Own: lines}
	return false
}

func (e *exports) may() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.read++
	return e.read <= mostSealed
}

// exportable are the names of what is exported, of the backups of it, and of
// the .env that is copied from its example.
func exportable(name string) bool {
	switch name {
	case "Dockerfile", ".dockerignore", "compose.yaml", ".env.example", ".env.aipack.example", ".env":
		return true
	}
	return strings.HasPrefix(name, "Dockerfile.")
}

// ownText is what counts of a file, each line where it stands; "" for nothing.
func ownText(name, content string, own []bool) string {
	switch {
	case strings.HasPrefix(name, "Dockerfile"):
		return dockerfile.Kept(content, own)
	case path.Ext(name) == ".yaml":
		return compose.Kept(content, own)
	}
	lines := strings.Split(content, "\n")
	some := false
	for i, line := range lines {
		if !own[i] || strings.HasPrefix(strings.TrimSpace(line), "#") {
			lines[i] = ""
		}
		some = some || lines[i] != ""
	}
	if !some {
		return ""
	}
	return strings.Join(lines, "\n")
}
