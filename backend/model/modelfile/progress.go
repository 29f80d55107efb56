package modelfile

import (
	"sync"
	"time"

	"aipack/backend/base/fault"
)

// Stage says what a download is doing.
type Stage string

// The stages.
const (
	Queued    Stage = "queued"
	Checking  Stage = "checking" // reads again what an earlier try had fetched
	Fetching  Stage = "downloading"
	Stalled   Stage = "stalled" // no byte for a while; the next try begins by itself
	Waiting   Stage = "waiting" // for the next try
	Verifying Stage = "verifying"
	Copying   Stage = "copying" // a user's own file
	Paused    Stage = "paused"
	Done      Stage = "done"
	Failed    Stage = "failed"
	Elsewhere Stage = "elsewhere" // another program is at it
)

// Ended says whether nothing more comes by itself.
func (s Stage) Ended() bool { return s == Paused || s == Done || s == Failed }

// Progress is how a download stands.
type Progress struct {
	ID      string
	Name    string
	File    string
	Stage   Stage
	Done    int64 // bytes
	Total   int64 // bytes, 0 while not known
	Rate    int64 // bytes a second over the last seconds
	Left    time.Duration
	Try     int           // of the present stretch; 1 is the first
	Why     string        // while it waits for the next try: why the last one failed
	Pause   time.Duration // and how long the wait is
	Problem *fault.Fault
	Updated time.Time
}

// tellEvery keeps progress to a few messages a second.
const tellEvery = 250 * time.Millisecond

// meter turns bytes into progress. It may be told from several goroutines.
type meter struct {
	mu      sync.Mutex
	at      Progress
	samples []sample
	told    time.Time
	late    *time.Timer
	closed  bool
	now     func() time.Time
	hear    func(Progress)
}

type sample struct {
	at   time.Time
	done int64
}

func newMeter(m Model, now func() time.Time, hear func(Progress)) *meter {
	if hear == nil {
		hear = func(Progress) {}
	}
	return &meter{at: Progress{ID: m.ID, Name: m.Name, File: m.File, Total: m.Bytes, Stage: Queued, Left: -1}, now: now, hear: hear}
}

// stage changes what is being done, and tells at once.
func (m *meter) stage(s Stage) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.at.Stage == s || m.at.Stage.Ended() {
		return
	}
	m.at.Stage = s
	m.at.Why, m.at.Pause = "", 0
	m.samples = nil
	m.tell()
}

// waiting says why the last try failed and how long the next one is waited for.
func (m *meter) waiting(why string, pause time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.at.Stage.Ended() {
		return
	}
	if m.at.Stage != Stalled {
		m.at.Stage, m.samples = Waiting, nil
	}
	m.at.Why, m.at.Pause = why, pause
	m.tell()
}

// try counts the tries, and tells at once.
func (m *meter) try(n int, total int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.at.Try, m.at.Total = n, total
	m.tell()
}

// done says how many bytes are there now.
func (m *meter) done(bytes int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.now()
	m.at.Done = bytes
	if n := len(m.samples); n == 0 || now.Sub(m.samples[n-1].at) >= tellEvery {
		m.samples = append(m.samples, sample{now, bytes})
		for len(m.samples) > 2 && now.Sub(m.samples[0].at) > 5*time.Second {
			m.samples = m.samples[1:]
		}
	}
	switch {
	case now.Sub(m.told) >= tellEvery:
		m.tell()
	case m.late == nil: // what came last must not wait for what comes next
		m.late = time.AfterFunc(tellEvery, m.catchUp)
	}
}

// catchUp tells what was too soon to be told when it happened.
func (m *meter) catchUp() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.late = nil
	if !m.closed && m.now().Sub(m.told) >= tellEvery {
		m.tell()
	}
}

// tell works out the rate and tells. It is called with the lock held, so that
// what is heard is in order.
func (m *meter) tell() {
	m.told = m.now()
	m.at.Updated = m.told
	m.at.Rate, m.at.Left = 0, -1
	if n := len(m.samples); n > 0 && (m.at.Stage == Fetching || m.at.Stage == Checking || m.at.Stage == Verifying || m.at.Stage == Copying) {
		first, span := m.samples[0], m.told.Sub(m.samples[0].at)
		if moved := m.at.Done - first.done; moved > 0 && span >= tellEvery {
			m.at.Rate = int64(float64(moved) / span.Seconds())
		}
	}
	if m.at.Rate > 0 && m.at.Total >= m.at.Done {
		m.at.Left = time.Duration(float64(m.at.Total-m.at.Done) / float64(m.at.Rate) * float64(time.Second))
	}
	m.hear(m.at)
}

// failed says why nothing more comes.
func (m *meter) failed(f *fault.Fault) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.at.Stage, m.at.Problem = Failed, f
	m.tell()
}

// close ends it: nothing is told from here on.
func (m *meter) close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
	if m.late != nil {
		m.late.Stop()
	}
}
