package code

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"aipack/backend/code/codefind"
	"aipack/backend/code/codegraph"
	"aipack/backend/code/codeindex"
	"aipack/backend/code/codeindex/codecache"
	"aipack/backend/code/codemap"
	"aipack/backend/code/syntax/parserpool"
	"aipack/backend/model/llm/gateway"
	"aipack/backend/window/page"
	"aipack/backend/window/session"
)

// Code is the map of a project's code: who declares what, who names whom. One
// folder is followed at a time, from the first question about it until another
// is asked about.
type Code struct {
	page     *page.Link
	registry *session.Registry
	Readers  func() (Readers, error)
	Meaning  func() (codefind.Model, string, error) // opens the model that says what texts mean, with its name
	now      func() time.Time

	opening sync.Mutex // held while a folder is opened or closed
	mu      sync.Mutex
	folder  *folder // nil: none is followed
	seq     atomic.Int64
	looking context.CancelFunc // ends the last search for a text; nil: none is under way
	finding *finding           // of the last question in words; nil: none is under way
}

// Readers are the processes that read sources.
type Readers interface {
	codeindex.Reader
	Close() error
}

// New follows no folder yet; leave is for who ends the program.
func New(link *page.Link, m *session.Registry, models *gateway.Models, now func() time.Time) (c *Code, leave func() error) {
	c = &Code{
		page: link, registry: m, now: now,
		Readers: func() (Readers, error) {
			return parserpool.Own()
		},
		Meaning: func() (codefind.Model, string, error) {
			e, name, err := models.Meaning()
			if err != nil {
				return nil, "", err
			}
			return e, name, nil
		},
	}
	return c, c.leave
}

// Open follows a run's folder, if it is not followed already, and says how far
// the reading is. What comes is told by the event "code".
func (c *Code) Open(runID string) (State, error) {
	return page.Guard(c.page, "Code.Open", func() (State, error) {
		v, err := c.view(runID)
		if err != nil {
			return State{}, err
		}
		return v.state(), nil
	})
}

// Leave ends the following of a folder.
func (c *Code) Leave() error {
	return page.Guarded(c.page, "Code.Leave", func() error { return c.leave() })
}

// Rebuild reads all sources of a run's folder anew.
func (c *Code) Rebuild(runID string) (State, error) {
	return page.Guard(c.page, "Code.Rebuild", func() (State, error) {
		r, err := c.registry.Run(runID)
		if err != nil {
			return State{}, err
		}
		f, err := c.follow(r.Path(), codeindex.Emptied, true)
		if err != nil {
			return State{}, err
		}
		return f.look(r).state(), nil
	})
}

// Search finds symbols with names like a text, of a kind and language where
// these are not "".
func (c *Code) Search(runID, text, kind, language string) (codemap.Hits, error) {
	return page.Guard(c.page, "Code.Search", func() (codemap.Hits, error) {
		v, err := c.view(runID)
		if err != nil {
			return codemap.Hits{}, err
		}
		return v.answers().Search(text, kind, language), nil
	})
}

// Text finds lines that hold a text, whatever the case. The search before it
// ends: the user has typed on.
func (c *Code) Text(runID, text string) (codemap.Lines, error) {
	return page.Guard(c.page, "Code.Text", func() (codemap.Lines, error) {
		r, err := c.registry.Run(runID)
		if err != nil {
			return codemap.Lines{}, err
		}
		ctx, done := c.look()
		defer done()
		tree, err := r.OpenFolder()
		if err != nil {
			return codemap.Lines{}, err
		}
		defer tree.Close()
		return codemap.Grep(ctx, tree, text)
	})
}

// Outline lists what is below a folder, file or symbol of the outline, "" for
// the top: by how much hangs on it, or by path.
func (c *Code) Outline(runID, below string, byPath bool) (codemap.Rows, error) {
	return page.Guard(c.page, "Code.Outline", func() (codemap.Rows, error) {
		v, err := c.view(runID)
		if err != nil {
			return codemap.Rows{}, err
		}
		return v.answers().Outline(below, byPath)
	})
}

// At gives the id of the innermost symbol at a line of a file; "" where the file
// is no source that is read.
func (c *Code) At(runID, path string, line int) (string, error) {
	return page.Guard(c.page, "Code.At", func() (string, error) {
		v, err := c.settled(runID)
		if err != nil {
			return "", err
		}
		return v.answers().At(path, line), nil
	})
}

// Around gives what is around a focus: files or symbols, so many steps deep, by
// some kinds of edges. Those that are opened show their neighbours however far.
func (c *Code) Around(runID, focus string, files bool, depth int, kinds, open []string) (codemap.Vicinity, error) {
	return page.Guard(c.page, "Code.Around", func() (codemap.Vicinity, error) {
		v, err := c.view(runID)
		if err != nil {
			return codemap.Vicinity{}, err
		}
		return v.answers().Around(focus, files, depth, kinds, open)
	})
}

// Inspect gives all that is known of one file or symbol.
func (c *Code) Inspect(runID, id string) (codemap.Card, error) {
	return page.Guard(c.page, "Code.Inspect", func() (codemap.Card, error) {
		v, err := c.view(runID)
		if err != nil {
			return codemap.Card{}, err
		}
		tree, err := v.run.OpenFolder()
		if err != nil {
			return v.answers().Card(nil, id) // all is known but its lines
		}
		defer tree.Close()
		return v.answers().Card(tree, id)
	})
}

// Issues lists circles, what is named by nothing, and what could not be read.
func (c *Code) Issues(runID string) (codemap.Issues, error) {
	return page.Guard(c.page, "Code.Issues", func() (codemap.Issues, error) {
		v, err := c.view(runID)
		if err != nil {
			return codemap.Issues{}, err
		}
		return v.answers().Issues(), nil
	})
}

// Context gives what a model would be shown of one file or symbol within so many
// tokens.
func (c *Code) Context(runID, id string, tokens int) (codemap.Context, error) {
	return page.Guard(c.page, "Code.Context", func() (codemap.Context, error) {
		v, err := c.view(runID)
		if err != nil {
			return codemap.Context{}, err
		}
		tree, err := v.run.OpenFolder()
		if err != nil {
			return codemap.Context{}, err
		}
		defer tree.Close()
		return v.answers().Context(tree, id, tokens)
	})
}

// look begins a search for a text and ends the one before.
func (c *Code) look() (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.looking != nil {
		c.looking()
	}
	c.looking = cancel
	return ctx, cancel
}

// view is what is known of a run's folder now. It begins to follow the folder
// where it is another than before.
func (c *Code) view(runID string) (*view, error) {
	r, err := c.registry.Run(runID)
	if err != nil {
		return nil, err
	}
	f, err := c.follow(r.Path(), func(dir string) (*codecache.Folder, error) { return codeindex.Shelf(dir) }, false)
	if err != nil {
		return nil, err
	}
	return f.look(r), nil
}

// mostPatience is how long a question waits for a first look at a folder.
const mostPatience = 8 * time.Second

// settled is view once there is a graph, or a reason that there is none.
func (c *Code) settled(runID string) (*view, error) {
	v, err := c.view(runID)
	if err != nil || v.Index != nil {
		return v, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), mostPatience)
	defer cancel()
	// Late is no error: what is there by then is answered from.
	v.View, _ = v.folder.live.Wait(ctx)
	return v, nil
}

// Graph is the graph of the code of a run's folder as far as it is known, for others who
// look symbols up; nil where there is none within some time, or none can be made.
func Graph(c *Code, runID string, within time.Duration) *codegraph.Graph {
	v, err := c.view(runID)
	if err != nil {
		return nil
	}
	if v.Index == nil && within > 0 {
		ctx, cancel := context.WithTimeout(context.Background(), within)
		defer cancel()
		v.View, _ = v.folder.live.Wait(ctx) // late is no error
	}
	if v.Index == nil {
		return nil
	}
	return v.Graph()
}
