package tool

import "time"

// Limits bound what one answer holds. They are the truncation rules of the
// specification's section 4.1; what lies beyond them is named in a note with
// the parameters that bring it.
type Limits struct {
	Lines     int           // of a file where the call does not say how many
	MostLines int           // of a file, whatever the call says
	Entries   int           // of a listing
	Matches   int           // of a search for content
	TreeDepth int           // levels of a tree
	Tokens    int           // of one answer, estimated at four bytes each
	Time      time.Duration // of one call
}

// Narrow is the profile of a context of 16,000 tokens.
func Narrow() Limits {
	return Limits{Lines: 150, MostLines: 500, Entries: 100, Matches: 50, TreeDepth: 3, Tokens: 2000, Time: 10 * time.Second}
}

// Wide is the profile of larger contexts: the outer limits of the file
// operations themselves.
func Wide() Limits {
	return Limits{Lines: 500, MostLines: 500, Entries: 500, Matches: 100, TreeDepth: 4, Tokens: 8000, Time: 10 * time.Second}
}

// Or fills what is not set from another profile.
func (l Limits) Or(d Limits) Limits {
	for _, f := range []struct{ mine, theirs *int }{
		{&l.Lines, &d.Lines}, {&l.MostLines, &d.MostLines}, {&l.Entries, &d.Entries},
		{&l.Matches, &d.Matches}, {&l.TreeDepth, &d.TreeDepth}, {&l.Tokens, &d.Tokens},
	} {
		if *f.mine <= 0 {
			*f.mine = *f.theirs
		}
	}
	if l.Time <= 0 {
		l.Time = d.Time
	}
	l.Lines = min(l.Lines, l.MostLines)
	return l
}

// bytes is how long an answer may be.
func (l Limits) bytes() int { return l.Tokens * 4 }

// Bounds of what a call may bring.
const (
	mostArguments = 1 << 20 // bytes of a call's arguments
	mostNesting   = 64      // levels of brackets in them
	mostPattern   = 500     // bytes of a glob or regular expression
	mostPaths     = 20      // files read by one call
	mostContext   = 10      // lines around a match
	mostLine      = 300     // bytes of a line that matches
	mostHeld      = 32 << 20
	mostFound     = 10_000 // entries counted before an answer is cut
)
