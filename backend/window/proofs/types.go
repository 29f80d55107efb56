package proofs

import (
	"aipack/backend/prove"
	"aipack/backend/window/page"
)

// BuilderInfo is a BuildKit that was looked for.
type BuilderInfo struct {
	Address string `json:"address"`
	Why     string `json:"why"`
	Version string `json:"version"`
	OK      bool   `json:"ok"`
	Problem string `json:"problem"`
}

// WrittenFile is a file of the project that was changed.
type WrittenFile struct {
	Path   string `json:"path"`
	Backup string `json:"backup"` // where the old one lies; "" where it was changed already
}

// ProofItem is one thing that happened during a proof.
type ProofItem struct {
	Seq     int64              `json:"seq"`
	Service string             `json:"service"` // "" for what is a data service's
	Index   int                `json:"index"`
	Step    *prove.Step        `json:"step"`
	Log     string             `json:"log"`
	Phase   string             `json:"phase"`   // it came to "build", "neighbours", "release", "start", "answer", "again", "stay", "checks"
	Waiting string             `json:"waiting"` // what is waited for there, in words
	Lacking []string           `json:"lacking"` // neighbours that are not there; null where nothing is said of them
	Try     *prove.Try         `json:"try"`     // one more proof begins, or it is decided what became of it; Index is its place
	Store   *prove.DataService `json:"store"`   // what is said of a data service now
	End     *ProofEnd          `json:"end"`     // the service's proof is over
}

// ProofEnd is what one service's proof came to; its report can be asked for.
type ProofEnd struct {
	Verdict string `json:"verdict"`
	Cause   string `json:"cause"`
}

// ProofBatch is the payload of the "prove" event.
type ProofBatch struct {
	ProofID string      `json:"proof_id"` // the first of those that were begun together
	RunID   string      `json:"run_id"`
	Folder  string      `json:"folder"` // of the project
	Items   []ProofItem `json:"items"`
	Done    bool        `json:"done"` // all of them are over
	Error   *page.Fault `json:"error"`
}
