// Package told is how the probe tells what a command in a container came to: lines of
// JSON. It reads and runs nothing.
package told

// How much is told of the files that a command changed.
const (
	MostFiles  = 200
	MostOfFile = 4 << 20  // bytes
	MostBytes  = 16 << 20 // of all of them
)

// Line is one line: how the command ended, a file that it changed, or the end of the
// list.
type Line struct {
	Problem string `json:"problem,omitempty"` // why it did not run
	Exit    *int   `json:"exit,omitempty"`    // its code; 128 and more: that signal ended it
	Late    bool   `json:"late,omitempty"`    // the time limit did

	Path    string `json:"path,omitempty"` // from the working folder, with slashes
	Content []byte `json:"content,omitempty"`
	Gone    bool   `json:"gone,omitempty"`

	Done bool `json:"done,omitempty"` // that was all
	Left int  `json:"left,omitempty"` // files that are not told of: too many, too large, links
}
