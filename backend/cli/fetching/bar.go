package fetching

import (
	"fmt"
	"io"
	"strings"
	"time"

	"aipack/backend/model/modelfile"
)

// bar shows a download: one line that is redrawn on a terminal, otherwise a
// line every tenth of the way and for every change.
type bar struct {
	out   io.Writer
	draws bool
	width int // of what stands on the terminal's line
	stage modelfile.Stage
	tenth int64
}

func newBar(out io.Writer, draws bool) *bar { return &bar{out: out, draws: draws, tenth: -1} }

func (b *bar) show(p modelfile.Progress) {
	if b.draws {
		text := line(p)
		fmt.Fprint(b.out, "\r"+text+strings.Repeat(" ", max(0, b.width-len(text))))
		b.width = len(text)
		return
	}
	tenth := int64(-1)
	if p.Total > 0 && (p.Stage == modelfile.Fetching || p.Stage == modelfile.Checking || p.Stage == modelfile.Copying) {
		tenth = p.Done * 10 / p.Total
	}
	if p.Stage == b.stage && tenth <= b.tenth || p.Stage == modelfile.Queued || p.Stage == modelfile.Failed {
		return
	}
	b.stage, b.tenth = p.Stage, tenth
	fmt.Fprintln(b.out, plain(p))
}

// end leaves the line to what comes next.
func (b *bar) end() {
	if b.draws && b.width > 0 {
		fmt.Fprintln(b.out)
	}
}

const barWidth = 24

// line is what stands on a terminal.
func line(p modelfile.Progress) string {
	filled := 0
	if p.Total > 0 {
		filled = int(min(barWidth, p.Done*barWidth/p.Total))
	}
	drawn := strings.Repeat("=", filled)
	if filled > 0 && filled < barWidth {
		drawn = drawn[1:] + ">"
	}
	return fmt.Sprintf("[%-*s] %s", barWidth, drawn, plain(p))
}

// plain says how far a download is.
func plain(p modelfile.Progress) string {
	amount := fmt.Sprintf("%s of %s", modelfile.FileSize(p.Done), modelfile.FileSize(p.Total))
	switch p.Stage {
	case modelfile.Checking:
		return "checking what is there: " + amount
	case modelfile.Copying:
		return "copying: " + amount
	case modelfile.Verifying:
		return "verifying " + p.File
	case modelfile.Stalled:
		return amount + ", stalled: no data is coming, trying again"
	case modelfile.Waiting:
		return fmt.Sprintf("%s, %s; trying again in %s", amount, p.Why, p.Pause.Round(time.Second))
	case modelfile.Paused:
		return amount + ", stopped; what was fetched is kept"
	case modelfile.Done:
		return amount + ", done"
	}
	if p.Total == 0 {
		return "asking the server"
	}
	if p.Rate > 0 {
		amount += fmt.Sprintf("  %s/s", modelfile.FileSize(p.Rate))
	}
	if p.Left >= 0 {
		amount += "  " + Left(p.Left)
	}
	return amount
}

// Left writes a time to go: "1 min 10 s".
func Left(d time.Duration) string {
	seconds := int64(d.Round(time.Second) / time.Second)
	switch {
	case seconds >= 3600:
		return fmt.Sprintf("%d h %d min", seconds/3600, seconds%3600/60)
	case seconds >= 60:
		return fmt.Sprintf("%d min %d s", seconds/60, seconds%60)
	}
	return fmt.Sprintf("%d s", seconds)
}
