package measure

import "aipack/backend/window/page"

// Plan is what measuring a model will send where, and what it may cost.
type Plan struct {
	Provider string `json:"provider"`
	Model    string `json:"model"`
	Cloud    bool   `json:"cloud"`
	Sends    string `json:"sends"` // what goes where, in a sentence
	Costs    string `json:"costs"` // what it may cost and how long it takes, in a sentence
}

// State is the payload of the "measure" event: what is being measured,
// and what is known of all models. A lower number is older.
type State struct {
	Number  int     `json:"number"`
	Running *Run    `json:"running"`
	Failed  *Stop   `json:"failed"` // of the last that came to nothing
	Worth   []Found `json:"worth"`
}

// Run is how far a measurement is.
type Run struct {
	Provider  string `json:"provider"`
	Model     string `json:"model"`
	StartedAt int64  `json:"started_at"` // Unix ms
	Done      int    `json:"done"`       // projects
	Of        int    `json:"of"`
	Canceling bool   `json:"canceling"`
}

// Stop is why a measurement came to nothing.
type Stop struct {
	Provider string     `json:"provider"`
	Model    string     `json:"model"`
	Fault    page.Fault `json:"fault"`
}

// Found is what a model was found to be worth.
type Found struct {
	Provider string   `json:"provider"`
	Model    string   `json:"model"`
	Words    string   `json:"words"`
	Tone     string   `json:"tone"` // ok, warn, plain
	Details  []string `json:"details"`
}
