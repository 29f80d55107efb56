package tool

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"aipack/backend/repo"
)

//go:embed search_files.md
var searchFilesAbout string

type searchFilesArgs struct {
	Pattern       string `json:"pattern"`
	Path          string `json:"path"`
	MaxResults    int    `json:"max_results"`
	IncludeHidden bool   `json:"include_hidden"`
}

type searchFilesOut struct {
	Pattern   string       `json:"pattern"`
	Matches   []fileSearch `json:"matches"`
	Total     int          `json:"total"`
	Truncated bool         `json:"truncated"`
}

type fileSearch struct {
	Path string `json:"path"`
	Size int64  `json:"size"` // bytes
}

func searchFiles() Tool {
	return define(Tool{
		Name: "search_files", About: searchFilesAbout,
		Aliases: []string{"find_files", "glob", "find"},
		Synonyms: map[string]string{
			"glob": "pattern", "query": "pattern", "name": "pattern", "filename": "pattern", "file_pattern": "pattern", "dir": "path",
			"directory": "path", "folder": "path", "limit": "max_results", "max_matches": "max_results", "hidden": "include_hidden",
		},
		Schema: func(l Limits) json.RawMessage {
			return json.RawMessage(fmt.Sprintf(`{"type":"object","required":["pattern"],"properties":{`+
				`"pattern":{"type":"string","minLength":1,"description":"Glob: package*.json, **/test_*.py"},`+
				`"path":{"type":"string","default":"."},`+
				`"max_results":{"type":"integer","minimum":1,"description":"At most %d","default":%d},`+
				`"include_hidden":{"type":"boolean"}}}`, l.Entries, min(50, l.Entries)))
		},
	}, runSearchFiles)
}

func runSearchFiles(ctx context.Context, in room, a searchFilesArgs) (answer, error) {
	if err := checkGlob(a.Pattern); err != nil {
		return answer{}, err
	}
	if !in.repo.IsDir(a.Path) {
		_, err := in.repo.Children(ctx, a.Path, filter(false))
		return answer{}, in.miss(ctx, a.Path, err)
	}
	found, err := in.find(ctx, a)
	if err != nil && (ctx.Err() == nil || len(found.Entries) == 0) {
		return answer{}, in.miss(ctx, a.Pattern, err)
	}
	most := min(a.MaxResults, in.limits.Entries)
	matches := make([]fileSearch, min(len(found.Entries), most))
	for i := range matches {
		matches[i] = fileSearch{found.Entries[i].Path, found.Entries[i].Size}
	}
	total := len(found.Entries)
	return answer{items: len(matches), render: func(keep int) rendering {
		out := searchFilesOut{a.Pattern, matches[:keep], total, found.Truncated || keep < total}
		r := rendering{body: out, cut: out.Truncated, notes: listNotes(total-keep, found.Truncated)}
		if a.MaxResults > most && total > most {
			r.notes = append(r.notes, fmt.Sprintf("max_results is at most %d", most))
		}
		if total == 0 && !strings.ContainsAny(a.Pattern, "*?[{") {
			r.notes = append(r.notes, "no file has exactly this name; a pattern with * finds parts of names: "+quoted("*"+path.Base(a.Pattern)+"*"))
		}
		return r
	}}, nil
}

// find looks for a pattern relative to the folder; one that repeats the folder
// is understood.
func (in room) find(ctx context.Context, a searchFilesArgs) (repo.Listing, error) {
	q := repo.FileQuery{Dir: a.Path, Name: a.Pattern, Hidden: a.IncludeHidden || hidden(a.Pattern), MaxResults: mostFound}
	if !strings.Contains(a.Pattern, "/") {
		return in.repo.Find(ctx, q)
	}
	pattern := strings.TrimPrefix(a.Pattern, "./")
	q.Name, q.Path = "", pattern
	if a.Path == "." || strings.HasPrefix(pattern, "/") || strings.HasPrefix(pattern, "../") {
		return in.repo.Find(ctx, q)
	}
	q.Path = literal(a.Path) + "/" + pattern
	found, err := in.repo.Find(ctx, q)
	if err == nil && len(found.Entries) == 0 && strings.HasPrefix(pattern, a.Path+"/") {
		q.Path = pattern
		return in.repo.Find(ctx, q)
	}
	return found, err
}

// literal writes a path so that a glob takes it as it is.
func literal(p string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`, "{", `\{`).Replace(p)
}
