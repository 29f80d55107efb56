package scan

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"aipack/backend/base/plural"
	"aipack/backend/repo"
)

// mostPaths are named of what could not be read.
const mostPaths = 10

// unreadable is the reason of a scan that could not look into folders.
func unreadable(folders []repo.Problem) *Partial {
	p := &Partial{Reason: UnreadableFolders, Count: len(folders), Why: folders[0].Reason}
	for _, f := range folders[:min(len(folders), mostPaths)] {
		p.Paths = append(p.Paths, f.Path)
	}
	return p
}

// Words say to a person what is missing, in one sentence without an end.
func (p *Partial) Words() string {
	switch p.Reason {
	case MaxFilesReached:
		return fmt.Sprintf("only the first %d files were looked at", p.Limit)
	case Timeout:
		return "after " + (time.Duration(p.TimeMS) * time.Millisecond).String() + " not all of the folder had been looked at"
	case MaxDepthReached:
		return fmt.Sprintf("nothing below level %d was looked at: %s there", p.Limit, plural.Of(p.Count, "folder lies", "folders lie"))
	case UnreadableFolders:
		return plural.Of(p.Count, "folder", "folders") + " could not be read: " + p.named() + " (" + p.Why + ")"
	case ManifestReadErrors:
		return plural.Of(len(p.Paths), "manifest", "manifests") + " could not be read: " + p.named()
	}
	return string(p.Reason)
}

// named lists the first paths.
func (p *Partial) named() string {
	const most = 3
	var names []string
	for _, path := range p.Paths[:min(len(p.Paths), most)] {
		names = append(names, plain(path))
	}
	text := strings.Join(names, ", ")
	if max(p.Count, len(p.Paths)) > most {
		text += ", …"
	}
	return text
}

// String is the reason in the specification's form.
func (p *Partial) String() string {
	switch p.Reason {
	case MaxFilesReached:
		return fmt.Sprintf("MaxFilesReached { scanned: %d, limit: %d }", p.Scanned, p.Limit)
	case Timeout:
		return fmt.Sprintf("Timeout { duration_ms: %d }", p.TimeMS)
	case ManifestReadErrors:
		quoted := make([]string, len(p.Paths))
		for i, path := range p.Paths {
			quoted[i] = strconv.Quote(path)
		}
		return fmt.Sprintf("ManifestReadErrors { paths: [%s] }", strings.Join(quoted, ", "))
	}
	return p.Words()
}
