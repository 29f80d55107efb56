package code

import (
	"context"

	"aipack/backend/code/codefind"
	"aipack/backend/window/page"
	"aipack/backend/window/session"
)

// query is one in words, with its answer as far as it is.
type query struct {
	Found
	kind, language string
	run            *session.Run
}

// finding is a model at work on the last question about a folder. Symbols are read for
// the folder, whatever is asked meanwhile: another question does not begin that anew.
type finding struct {
	folder *folder
	model  codefind.Model
	name   string
	stop   context.CancelFunc
	asked  *query // guarded by Code.mu
}

// begin has a model answer a question, after what it is reading for the folder.
func (c *Code) begin(next *finding) Found {
	c.mu.Lock()
	defer c.mu.Unlock()
	a := next.asked
	a.Seq = c.seq.Add(1)
	if j := c.finding; j != nil && j.folder == next.folder && j.model == next.model {
		a.State, a.Done, a.Of, a.Warning = j.asked.State, j.asked.Done, j.asked.Of, j.asked.Warning
		j.asked = a
		return a.Found
	}
	if c.finding != nil {
		c.finding.stop()
	}
	ctx, stop := context.WithCancel(context.Background())
	next.stop, c.finding = stop, next
	go c.page.Apart("finding code", func() { c.work(ctx, next) })
	return a.Found
}

// endFinding ends the work on a question in a state and tells the page, with the lock
// held; what was found by words stays.
func (c *Code) endFinding(state string) {
	j := c.finding
	if j == nil {
		return
	}
	j.stop()
	c.finding = nil
	j.asked.State, j.asked.Seq = state, c.seq.Add(1)
	c.page.Emit("code.found", j.asked.Found)
}

// work answers the last question, and those that are asked meanwhile.
func (c *Code) work(ctx context.Context, j *finding) {
	defer func() {
		j.stop()
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.finding == j { // it broke
			c.endFinding("failed")
		}
	}()
	for {
		c.mu.Lock()
		a := j.asked
		c.mu.Unlock()
		v, meaning, err := c.read(ctx, j, a)
		var found Found
		if err == nil {
			v.find(a, &found, meaning)
		}
		if c.settle(j, a, found, err) {
			return
		}
	}
}

// settle tells the answer to a question. It gives false where another was asked
// meanwhile.
func (c *Code) settle(j *finding, a *query, found Found, err error) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.finding != j {
		return true // it was stopped
	}
	if j.asked != a {
		return false
	}
	c.finding = nil
	a.Seq = c.seq.Add(1)
	if err == nil {
		a.State, a.Graph, a.Hits = "meant", found.Graph, found.Hits
	} else {
		f := page.FaultOf(err)
		a.State, a.Error = "failed", &f
	}
	c.page.Emit("code.found", a.Found)
	return true
}

// say tells how far the work is.
func (c *Code) say(j *finding, change func(*Found)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.finding == j {
		change(&j.asked.Found)
		j.asked.Seq = c.seq.Add(1)
		c.page.Emit("code.found", j.asked.Found)
	}
}

// read has the model read what it has not, and then the question.
func (c *Code) read(ctx context.Context, j *finding, a *query) (*view, codefind.Ranking, error) {
	if _, err := j.folder.live.Wait(ctx); err != nil {
		return nil, nil, err
	}
	v := j.folder.look(a.run)
	if v.Err != nil {
		return nil, nil, session.Unreadable(j.folder.dir, v.Err)
	}
	known, _ := j.folder.mapOf(v.Index)
	x := known.Said()
	c.say(j, func(f *Found) { f.State, f.Done, f.Of = "reading", 0, 0 })
	if x.Len() == 0 {
		return v, nil, nil
	}
	vectors := j.folder.vectorsOf(x, j.name)
	if vectors == nil {
		warn := func(err error) {
			c.say(j, func(f *Found) { f.Warning = "What the model reads is not kept for the next start: " + err.Error() })
		}
		var err error
		if vectors, err = x.Vectors(ctx, codefind.Reading{
			Name: j.name, Model: j.model, Shelf: j.folder.live, Whole: v.Index.Whole(),
			Tell: func(p codefind.Progress) { c.say(j, func(f *Found) { f.Done, f.Of = p.Done, p.Of }) }, Warn: warn,
		}); err != nil {
			return nil, nil, err
		}
		j.folder.putVectors(x, j.name, vectors)
	}
	asked, err := j.model.Embed(ctx, []string{a.Question}, func(int) {})
	if err != nil {
		return nil, nil, err
	}
	return v, x.ByMeaning(vectors, asked[0]), nil
}

// readVectors are what a model makes of an index, held while a folder is followed.
type readVectors struct {
	of      *codefind.Index
	model   string
	vectors [][]float32
}

// vectorsOf gives the vectors of an index; nil where the model has to read.
func (f *folder) vectorsOf(x *codefind.Index, model string) [][]float32 {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.meant.of != x || f.meant.model != model {
		return nil
	}
	return f.meant.vectors
}

func (f *folder) putVectors(x *codefind.Index, model string, vectors [][]float32) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.meant = readVectors{x, model, vectors}
}
