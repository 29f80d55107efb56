package page

import "time"

// Notice is something the user should know that no screen asked for.
type Notice struct {
	Level   string `json:"level"` // info, warning, error
	Message string `json:"message"`
	Hint    string `json:"hint"`
}

// Notify tells the user what no screen asked for.
func (p *Link) Notify(level, message, hint string) {
	p.Log.Add(level + ": " + message)
	p.Emit("notice", Notice{level, message, hint})
}

// NotifyFirst tells the user something as soon as there is a page that listens.
func (p *Link) NotifyFirst(level, message, hint string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.first = append(p.first, Notice{level, message, hint})
}

// First are the notices from before there was a page.
func (p *Link) First() []Notice {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]Notice{}, p.first...)
}

// sayAgain is after how long the same failure is told anew: a run writes many
// times a second.
const sayAgain = 10 * time.Second

// Unsaved reports a write that failed, nil for none: the work goes on in memory.
func (p *Link) Unsaved(err error) {
	if err == nil {
		return
	}
	p.mu.Lock()
	told := p.failure == err.Error() && p.About.Now().Sub(p.failedAt) < sayAgain
	if !told {
		p.failure, p.failedAt = err.Error(), p.About.Now()
	}
	p.mu.Unlock()
	if !told {
		p.Notify("error", "This could not be saved: "+err.Error()+".",
			"Free some space or make "+p.About.Data+" writable. What you see is kept until aipack ends, and saved with your next edit.")
	}
}
