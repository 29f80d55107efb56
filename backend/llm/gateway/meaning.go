package gateway

import (
	"sync"
	"time"

	"aipack/backend/fault"
	"aipack/backend/llm/llamacpp"
	"aipack/backend/llm/selector"
	"aipack/backend/modelfile"
)

// embedder is the model that says what texts mean, which this process holds beside
// the one that converses: it is small, so neither has to go for the other.
type embedder struct {
	mu     sync.Mutex
	path   string
	client *llamacpp.Embedder
}

// idleEmbedder is how long it stays in memory after it was last asked. It is loaded
// again in less than a second.
const idleEmbedder = 2 * time.Minute

// Meaning is the model on this computer that says what texts mean, with its name.
// The error says how to get it.
func (g *Models) Meaning() (*llamacpp.Embedder, string, error) {
	e := modelfile.Shelf{Dir: modelfile.Folder()}.Meaning()
	switch {
	case e.State != modelfile.Ready:
		return nil, "", &fault.Fault{
			Code: fault.ModelNotFound, Message: "the model that finds code by meaning is not here",
			Hint: "aipack model pull " + e.ID + " downloads it (" + modelfile.FileSize(e.Bytes) + ")",
		}
	case llamacpp.FindLibraries() == "":
		return nil, "", selector.Lacking("the part of aipack that runs models (llama.cpp's libraries) is missing: install aipack's package anew")
	}
	return g.embedder.open(e), e.ID, nil
}

// open gives the embedder of a model.
func (m *embedder) open(e modelfile.Entry) *llamacpp.Embedder {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.client == nil || m.path != e.Path {
		if old := m.client; old != nil {
			go func() { _ = old.Close() }() // waits for a request that is under way
		}
		m.path, m.client = e.Path, llamacpp.NewEmbedder(llamacpp.Options{Model: e.Path, Name: e.ID, ContextTokens: e.Context, Idle: idleEmbedder})
	}
	return m.client
}

func (m *embedder) release(path string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.client == nil || m.path != path {
		return true
	}
	if !m.client.Rest() {
		return false
	}
	m.path, m.client = "", nil
	return true
}
