package history

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

// Filter chooses runs; see store.Filter.
type Filter struct {
	Words  string `json:"words"`
	Result string `json:"result"`
	Model  string `json:"model"`
	Since  int64  `json:"since"`
}

// Page is a part of the history.
type Page struct {
	Runs   []RunRow `json:"runs"`
	Total  int      `json:"total"`
	Models []string `json:"models"` // that any run of the history asked
}
