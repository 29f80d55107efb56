package fleet

import (
	"path/filepath"

	"aipack/backend/fleet"
	"aipack/backend/fleet/report"
)

// State is how the fleet stands. Times are Unix milliseconds.
type State struct {
	Queue   string   `json:"queue"`   // its address, without a password
	There   bool     `json:"there"`   // somebody has begun it
	Waiting int      `json:"waiting"` // jobs that a worker may take
	Later   int      `json:"later"`   // that are tried again in a while
	Running int      `json:"running"`
	Results int      `json:"results"` // the newest of each repository and wish
	Causes  []Count  `json:"causes"`  // of these, the good ones first
	Workers []Worker `json:"workers"` // that live
}

// Count is how many results have a cause.
type Count struct {
	Cause string `json:"cause"`
	Words string `json:"words"`
	N     int    `json:"n"`
}

// Worker takes jobs out of the queue.
type Worker struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Slots   int    `json:"slots"` // jobs at once
	Began   int64  `json:"began"`
}

// Filter picks results.
type Filter struct {
	Cause string `json:"cause"` // "" for any
	Text  string `json:"text"`  // of the repository, its reference or commit, or of what was said
}

// Rows are a part of the results.
type Rows struct {
	Rows []Row `json:"rows"`
	All  int   `json:"all"` // that the filter picks
}

// Row is what came of a repository.
type Row struct {
	Repository string    `json:"repository"`
	Ref        string    `json:"ref"`
	Commit     string    `json:"commit"`
	Want       string    `json:"want"`
	Version    string    `json:"version"` // of the program whose rules said so
	Cause      string    `json:"cause"`
	Words      string    `json:"words"` // of the cause
	Good       bool      `json:"good"`
	Said       string    `json:"said"`
	Services   []Service `json:"services"`
	Seconds    float64   `json:"seconds"`
	CPU        float64   `json:"cpu_seconds"`
	Tries      int       `json:"tries"`
	Losses     int       `json:"losses"` // workers that died over it
	Worker     string    `json:"worker"`
	DoneAt     int64     `json:"done_at"`
	SeenAt     int64     `json:"seen_at"`
	Folder     bool      `json:"folder"` // it is a folder of a computer: this one, where the queue is a file
}

// Service is one service of a repository.
type Service struct {
	Name       string  `json:"name"`
	Language   string  `json:"language"`
	Kind       string  `json:"kind"`
	Confidence float64 `json:"confidence"`
	Verdict    string  `json:"verdict"` // of a proof
	Said       string  `json:"said"`
}

func rowOf(r fleet.Result) Row {
	row := Row{
		Repository: r.Address, Ref: r.Ref, Commit: r.Commit, Want: string(r.Want), Version: r.Version, Cause: string(r.Cause), Words: report.Words(r.Cause),
		Good: r.Cause.Good(), Said: r.Said, Services: make([]Service, len(r.Services)), Seconds: r.Seconds, CPU: r.CPU, Tries: r.Tries, Losses: r.Losses,
		Worker: r.Worker, DoneAt: r.Done.UnixMilli(), SeenAt: r.Seen.UnixMilli(), Folder: filepath.IsAbs(r.Address),
	}
	for i, s := range r.Services {
		row.Services[i] = Service{s.Name, s.Language, s.Kind, s.Confidence, s.Verdict, s.Said}
	}
	return row
}
