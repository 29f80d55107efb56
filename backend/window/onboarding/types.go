package onboarding

import "aipack/backend/window/proofs"

// Info is how far the first steps are, and what they can choose from.
type Info struct {
	Needed  bool                `json:"needed"`
	Choice  string              `json:"choice"` // "", embedded, ollama, cloud, rules
	Step    int                 `json:"step"`   // 1 to 3; 4 is finished
	Model   string              `json:"model"`
	Rule    string              `json:"rule"`
	Options []Option            `json:"options"`
	Builder *proofs.BuilderInfo `json:"builder"`
}

// Option is one way for aipack to think.
type Option struct {
	ID       string   `json:"id"`
	Title    string   `json:"title"`
	Detail   string   `json:"detail"`
	Ready    bool     `json:"ready"`
	Found    bool     `json:"found"`
	Models   []string `json:"models"`
	KeyNames []string `json:"key_names"`
	Looked   []string `json:"looked"` // where for what is missing, if anything is
}
