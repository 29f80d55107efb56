package window

// RunRow is one run in the history.
type RunRow struct {
	ID           string  `json:"id"`
	Path         string  `json:"path"`
	Name         string  `json:"name"`
	State        string  `json:"state"`
	StartedAt    int64   `json:"started_at"`
	DurationMS   int64   `json:"duration_ms"`
	Services     int     `json:"services"`
	Language     string  `json:"language"`
	Framework    string  `json:"framework"`
	Confidence   float64 `json:"confidence"`
	Edited       bool    `json:"edited"`
	Proof        string  `json:"proof"` // how its plan stands, as Proofs.Verdict has it
	Loud         bool    `json:"loud"`
	RulesAlone   string  `json:"rules_alone"` // why a model that was wanted could not be asked to the end
	Model        string  `json:"model"`       // that was asked first, "" for none
	ImportedAt   int64   `json:"imported_at"` // when it was read from a file; 0 for a run of this computer
	Pinned       bool    `json:"pinned"`      // its folder stays at the top of Home
	FolderExists bool    `json:"folder_exists"`
}

// HistoryFilter chooses runs; see store.Filter.
type HistoryFilter struct {
	Words  string `json:"words"`
	Result string `json:"result"`
	Model  string `json:"model"`
	Since  int64  `json:"since"`
}

// HistoryPage is a part of the history.
type HistoryPage struct {
	Runs   []RunRow `json:"runs"`
	Total  int      `json:"total"`
	Models []string `json:"models"` // that any run of the history asked
}

// ServiceDiff compares one service between two runs.
type ServiceDiff struct {
	Service string      `json:"service"`
	State   string      `json:"state"` // same, changed, added, removed
	Fields  []FieldDiff `json:"fields"`
}

// FieldDiff is one field that differs; A and B are JSON, "" for absent.
type FieldDiff struct {
	Field     string `json:"field"`
	A         string `json:"a"`
	B         string `json:"b"`
	Restores  string `json:"restores"` // the field that is restored: of an item its whole list
	WholeA    string `json:"whole_a"`  // what that one is, as JSON
	WholeB    string `json:"whole_b"`
	EvidenceA Cause  `json:"evidence_a"`
	EvidenceB Cause  `json:"evidence_b"`
}

// Cause is the evidence behind one side of a difference.
type Cause struct {
	Rule    string `json:"rule"`
	Path    string `json:"path"`
	Line    int    `json:"line"`
	Excerpt string `json:"excerpt"`
	Source  string `json:"source"`
}
