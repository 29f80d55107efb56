package runs

// Node is one entry of the repository's tree.
type Node struct {
	Name     string `json:"name"`
	Path     string `json:"path"`
	IsDir    bool   `json:"is_dir"`
	Size     int64  `json:"size"`
	Service  string `json:"service"`
	Manifest bool   `json:"manifest"`
	Evidence int    `json:"evidence"`

	Modified   int64  `json:"modified"` // Unix ms; 0 for folders
	Executable bool   `json:"executable"`
	Binary     bool   `json:"binary"`
	Target     string `json:"target"` // of a link, as written; "" for all else
}

// FileText is a file for reading.
type FileText struct {
	Path      string `json:"path"`
	Text      string `json:"text"`
	Truncated bool   `json:"truncated"`
	Binary    bool   `json:"binary"`
}
