package session

// ServiceState is one service as it stands, with everything the Result shows.
type ServiceState struct {
	Service        string         `json:"service"`
	Name           string         `json:"name"`
	Document       string         `json:"document"`
	Original       string         `json:"original"`
	Edited         []string       `json:"edited"`
	CanUndo        bool           `json:"can_undo"`
	CanRedo        bool           `json:"can_redo"`
	Problems       []Problem      `json:"problems"`
	Dockerfile     DockerfileText `json:"dockerfile"` // in force
	ByHand         bool           `json:"by_hand"`    // the user wrote it
	Invalid        string         `json:"invalid"`    // why it cannot be built: the document, or a line of the Dockerfile by hand; "" where it can
	LastValid      bool           `json:"last_valid"` // ours is that of an earlier document, the last that could be built
	Generated      string         `json:"generated"`  // the one that the document gives
	DockerfilePath string         `json:"dockerfile_path"`
	Existing       string         `json:"existing"`
	ExistingPath   string         `json:"existing_path"`
	Kept           bool           `json:"kept"` // the project has the Dockerfile in force, exported
}

// Problem is one thing that is wrong with a document.
type Problem struct {
	Service string `json:"service"`
	Field   string `json:"field"`
	Rule    string `json:"rule"`
	Level   string `json:"level"`
	Message string `json:"message"`
	Fix     string `json:"fix"`
}

// DockerfileText is a Dockerfile and where its lines come from.
type DockerfileText struct {
	Content string        `json:"content"`
	Fields  [][]string    `json:"fields"`
	Lint    []LintFinding `json:"lint"`
	Error   string        `json:"error"`
}

// LintFinding is a remark about a Dockerfile.
type LintFinding struct {
	Line    int    `json:"line"`
	Rule    string `json:"rule"`
	Message string `json:"message"`
	Error   bool   `json:"error"`
}
