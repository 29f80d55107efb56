package scan

import (
	"cmp"
	"time"

	"aipack/backend/repo"
)

// Limits bounds what the scan looks at and what it shows to a model. Zero
// fields mean no limit of that kind, or the repository's own.
type Limits struct {
	Files   int           // looked at
	Depth   int           // of folders
	Timeout time.Duration // for the whole scan

	Shown          int     // manifests whose content is shown
	Told           int     // of these, how many a model is told before it asks; 0 for 3 (ruling K-6)
	ToldBytes      int64   // of each of those that are read for it; 0 for the usual
	ToldChars      int     // and shown; 0 for 3,000
	Names          bool    // it is told their names alone
	Unguided       bool    // and not what the languages take the repository for
	ShownBytes     int64   // of each
	ShownChars     int     // of each, of those bytes
	TopUnknown     int     // unknown extensions named one by one
	UnknownWarning float64 // per cent of files with unknown extensions that are worth a note

	Contents bool // read the manifests that are shown
	Suggest  bool // ask the languages what the repository is
}

// Default is for today's machines: the whole of a large repository, and to a
// model no more than the specification says.
func Default() Limits {
	l := Strict()
	l.Files, l.Depth = 200_000, 16
	return l
}

// Strict is the specification's own numbers (its section 7.9).
func Strict() Limits {
	return Limits{
		Files: 5000, Depth: 5, Timeout: 5 * time.Second,
		Shown: 10, ShownBytes: 50_000, TopUnknown: 5, UnknownWarning: 20,
		Contents: true, Suggest: true,
	}
}

// ForModel is the limits with no more of manifests than a model is told before it
// asks (the specification's section 4.1, ruling K-6).
func (l Limits) ForModel() Limits {
	l.Shown, l.ShownBytes, l.ShownChars = cmp.Or(l.Told, 3), cmp.Or(l.ToldBytes, Default().ShownBytes), cmp.Or(l.ToldChars, 3000)
	l.Contents, l.Suggest = !l.Names, !l.Unguided
	return l
}

// Over has those bounds of a walk that are not zero stand in place of another's.
func (l Limits) Over(other Limits) Limits {
	other.Files, other.Depth, other.Timeout = cmp.Or(l.Files, other.Files), cmp.Or(l.Depth, other.Depth), cmp.Or(l.Timeout, other.Timeout)
	return other
}

// options is the walk that the limits ask for.
func (l Limits) options() repo.IndexOptions {
	return repo.IndexOptions{MaxFiles: l.Files, MaxDepth: l.Depth, Timeout: l.Timeout}
}
