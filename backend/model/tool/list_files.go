package tool

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"aipack/backend/base/bounded"
	"aipack/backend/repo"
)

//go:embed list_files.md
var listFilesAbout string

type listFilesArgs struct {
	Path          string `json:"path"`
	Pattern       string `json:"pattern"`
	Recursive     bool   `json:"recursive"`
	MaxDepth      int    `json:"max_depth"`
	IncludeHidden bool   `json:"include_hidden"`
	DirsOnly      bool   `json:"dirs_only"`
	FilesOnly     bool   `json:"files_only"`
}

type listFilesOut struct {
	Path      string   `json:"path"`
	Entries   []listed `json:"entries"`
	Total     int      `json:"total"`
	Truncated bool     `json:"truncated"`
}

// listed is one entry. A folder's name ends in a slash.
type listed struct {
	Name     string         `json:"name"` // relative to the folder that was asked for
	Type     repo.EntryType `json:"type"`
	Size     *int64         `json:"size,omitempty"`     // bytes, of files
	Children *int           `json:"children,omitempty"` // entries, of folders
	Target   string         `json:"target,omitempty"`   // of links
}

func listFiles() Tool {
	return define(Tool{
		Name: "list_files", About: listFilesAbout,
		Aliases: []string{"list_directory", "list_dir", "ls"},
		Synonyms: map[string]string{
			"dir": "path", "directory": "path", "folder": "path", "glob": "pattern", "depth": "max_depth",
			"hidden": "include_hidden", "show_hidden": "include_hidden",
		},
		Schema: func(Limits) json.RawMessage {
			return json.RawMessage(`{"type":"object","properties":{` +
				`"path":{"type":"string","default":"."},` +
				`"pattern":{"type":"string","description":"Glob, such as *.{js,ts}"},` +
				`"recursive":{"type":"boolean"},` +
				`"max_depth":{"type":"integer","minimum":1,"default":3},` +
				`"include_hidden":{"type":"boolean"},` +
				`"dirs_only":{"type":"boolean"},` +
				`"files_only":{"type":"boolean"}}}`)
		},
	}, runListFiles)
}

func runListFiles(ctx context.Context, in room, a listFilesArgs) (answer, error) {
	if a.DirsOnly && a.FilesOnly {
		return answer{}, refuse("dirs_only and files_only leave nothing to list", "Set one of them.")
	}
	if err := checkGlob(a.Pattern); err != nil {
		return answer{}, err
	}
	matches, err := bounded.Glob(strings.TrimPrefix(a.Pattern, "./"))
	if err != nil {
		return answer{}, refuse("the pattern "+quoted(a.Pattern)+" is not well formed", "Use a glob such as *.rs or *.{js,ts}.")
	}
	f := filter(a.IncludeHidden || hidden(a.Pattern))
	f.Dirs, f.Files = !a.FilesOnly, !a.DirsOnly
	depth := 1
	if a.Recursive {
		depth = min(a.MaxDepth, 64)
	}
	found, err := in.repo.Walk(ctx, a.Path, repo.WalkOptions{MaxDepth: depth, MaxFiles: mostFound, Filter: f})
	if err != nil && (ctx.Err() == nil || len(found.Entries) == 0) {
		return answer{}, in.miss(ctx, a.Path, err)
	}
	entries := found.Entries[:0]
	for _, e := range found.Entries {
		if a.Pattern == "" || matches(covered(a, e)) {
			entries = append(entries, e)
		}
	}
	shown := make([]listed, min(len(entries), in.limits.Entries))
	for i := range shown {
		shown[i] = in.listed(ctx, a, entries[i])
	}
	return answer{items: len(shown), render: func(keep int) rendering {
		out := listFilesOut{a.Path, shown[:keep], len(entries), found.Truncated || keep < len(entries)}
		return rendering{body: out, cut: out.Truncated, notes: listNotes(len(entries)-keep, found.Truncated)}
	}}, nil
}

func listNotes(missing int, more bool) []string {
	switch {
	case missing > 0 && more:
		return []string{fmt.Sprintf("... and more than %d more files; narrow path or pattern", missing)}
	case missing > 0:
		return []string{fmt.Sprintf("... and %d more files; narrow path or pattern", missing)}
	case more:
		return []string{"... and more files; narrow path or pattern"}
	}
	return nil
}

func (in room) listed(ctx context.Context, a listFilesArgs, e repo.DirEntry) listed {
	out := listed{Name: within(a.Path, e.Path), Type: e.Type, Target: e.Target}
	switch e.Type {
	case repo.TypeDir:
		out.Name += "/"
		// A folder that cannot be read has no number.
		if n, err := in.repo.Children(ctx, e.Path, filter(a.IncludeHidden)); err == nil {
			out.Children = &n
		}
	case repo.TypeFile:
		out.Size = &e.Size
	}
	return out
}

// covered is what of a file the pattern is held against: its path where that has a
// slash, else its name.
func covered(a listFilesArgs, e repo.DirEntry) string {
	if strings.Contains(strings.TrimPrefix(a.Pattern, "./"), "/") {
		return within(a.Path, e.Path)
	}
	return e.Name
}

// hidden reports whether a pattern asks for hidden names.
func hidden(pattern string) bool {
	return strings.HasPrefix(pattern, ".") && !strings.HasPrefix(pattern, "./") && !strings.HasPrefix(pattern, "..") || strings.Contains(pattern, "/.")
}
