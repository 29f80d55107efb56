package history

// Kept is what is kept on this computer.
type Kept struct {
	Folder   string    `json:"folder"`
	Database string    `json:"database"`
	Kept     bool      `json:"kept"` // false: nothing outlives the program
	Bytes    int64     `json:"bytes"`
	Runs     int       `json:"runs"`
	Salvages []Salvage `json:"salvages"` // that the user has not seen yet, newest first
}

// Salvage is what was saved of a damaged history.
type Salvage struct {
	At    int64     `json:"at"`
	Aside string    `json:"aside"` // where the damaged file lies
	Kinds []Carried `json:"kinds"`
}

// Carried is how much of one kind was saved, and how much at least was lost.
type Carried struct {
	Kind string `json:"kind"` // runs, documents, edits, events, proofs, exchanges, settings, variables, pins
	Rows int    `json:"rows"`
	Lost int    `json:"lost"`
}
