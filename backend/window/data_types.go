package window

// DataState is what is kept on this computer.
type DataState struct {
	Folder   string       `json:"folder"`
	Database string       `json:"database"`
	Kept     bool         `json:"kept"` // false: nothing outlives the program
	Bytes    int64        `json:"bytes"`
	Runs     int          `json:"runs"`
	Salvages []SalvageRow `json:"salvages"` // that the user has not seen yet, newest first
}

// SalvageRow is what was saved of a damaged history.
type SalvageRow struct {
	At    int64        `json:"at"`
	Aside string       `json:"aside"` // where the damaged file lies
	Kinds []CarriedRow `json:"kinds"`
}

// CarriedRow is how much of one kind was saved, and how much at least was lost.
type CarriedRow struct {
	Kind string `json:"kind"` // runs, documents, edits, events, proofs, exchanges, settings, variables, pins
	Rows int    `json:"rows"`
	Lost int    `json:"lost"`
}
