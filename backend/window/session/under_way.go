package session

// UnderWay is one thing that is under way.
type UnderWay struct {
	Kind      string `json:"kind"`    // analysis, proof, preview, answer
	ID        string `json:"id"`      // what stopping it wants
	RunID     string `json:"run_id"`  // whose it is
	Service   string `json:"service"` // path within the project; "" for an analysis, and for a proof of several
	Services  int    `json:"services"`
	Name      string `json:"name"` // of the project
	StartedAt int64  `json:"started_at"`
	Ready     bool   `json:"ready"` // a preview that runs
	Opens     bool   `json:"opens"` // it has a page
	Asks      bool   `json:"asks"`  // it waits for the user
}
