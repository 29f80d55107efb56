package sast

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"aipack/backend/repo"
	"aipack/backend/repo/generated"
)

// languages are those that the rules know, for a sentence.
const languages = "JavaScript, TypeScript, Python, Go, Java, PHP or Ruby"

// endings are those of sources that the rules speak of, each with what stands behind it in
// the copy where the tools would not know it.
var endings = map[string]string{
	".js": "", ".jsx": "", ".mjs": "", ".cjs": "", ".ts": "", ".tsx": "", ".mts": ".ts", ".cts": ".ts", ".py": "", ".go": "",
	".java": "", ".php": "", ".phtml": ".php", ".rb": "", ".rake": ".rb", ".ru": ".rb",
}

// mostDepth is how deep folders are gone into.
const mostDepth = 24

// elsewhere are folders of other people's packages and of history.
var elsewhere = []string{".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv", "site-packages", "bower_components"}

// sources are copies of a project's sources.
type sources struct {
	root  string            // where they lie
	names map[string]string // of the project's files, by those of the copies, both with slashes
	left  string            // what was left out and why
}

// lay copies a project's sources to a new folder. No link, no setting and nothing that a
// program has written is among them.
func (l limits) lay(ctx context.Context, project *repo.Tree, root string) (out sources, err error) {
	out = sources{root: root, names: map[string]string{}}
	list, err := project.Walk(ctx, ".", repo.WalkOptions{
		MaxDepth: mostDepth, MaxFiles: 10 * l.files, Filter: repo.DirFilter{Hidden: true, Files: true, Exclude: elsewhere},
	})
	if err != nil {
		return out, err
	}
	if err := os.Mkdir(root, 0o700); err != nil {
		return out, err
	}
	// Without such a file the tools leave out folders that they think are tests or others' code.
	if err := os.WriteFile(filepath.Join(root, ".semgrepignore"), []byte("# nothing\n"), 0o600); err != nil {
		return out, err
	}
	room, passed := l.bytes, 0
	for _, e := range list.Entries {
		base := strings.ToLower(path.Base(e.Path))
		more, source := endings[path.Ext(base)]
		switch {
		case ctx.Err() != nil:
			return out, ctx.Err()
		case e.Type != repo.TypeFile || !source || strings.HasSuffix(base, ".min.js"):
			continue
		case e.Size > l.file || e.Size > room || len(out.names) == l.files:
			passed++
			continue
		}
		text, err := project.ReadText(e.Path)
		if err != nil {
			continue // no text, or gone
		}
		if generated.Made(e.Path, []byte(text)) {
			continue
		}
		room -= e.Size
		to := filepath.Join(root, filepath.FromSlash(e.Path+more))
		if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
			return out, err
		}
		if err := os.WriteFile(to, []byte(text), 0o600); err != nil {
			return out, err
		}
		out.names[e.Path+more] = e.Path
	}
	switch {
	case list.Truncated:
		out.left = fmt.Sprintf("no more than %d files were looked at", 10*l.files)
	case passed == 1:
		out.left = "1 file was too large to be read"
	case passed > 0:
		out.left = fmt.Sprintf("%d files were too many or too large to be read", passed)
	}
	return out, nil
}
