package native

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"unsafe"

	"github.com/ebitengine/purego"
)

// Options say how a model is loaded.
type Options struct {
	GPULayers     int // 0 computes on the processor alone
	Threads       int
	ContextTokens int // no more than the model was trained with; that many where 0
	Batch         int // tokens in one call of Decode; 0 means 512
	VocabOnly     bool
	Vectors       bool // the model is for Encode; Batch is then of several texts
	// Progress hears from 0 to 1 while the file is read; false stops the load.
	Progress func(float32) bool
}

// Model is a model with the memory of one sequence. It is not safe for
// concurrent use.
type Model struct {
	lib     *Library
	model   uintptr
	context uintptr
	vocab   uintptr
	batch   int

	abort    uintptr // the callback; reads running
	running  atomic.Pointer[context.Context]
	progress func(float32) bool
	devices  []uintptr // kept: llama.cpp holds the pointer while it loads
}

// Errors of a load.
var (
	ErrLoad    = errors.New("the model file cannot be loaded")
	ErrContext = errors.New("there is not enough memory for the model's context")
)

// Load reads a model file.
func (l *Library) Load(path string, o Options) (*Model, error) {
	m := &Model{lib: l, batch: o.Batch, progress: o.Progress}
	if m.batch == 0 {
		m.batch = 512
	}
	p := l.modelDefaults()
	p.gpuLayers, p.vocabOnly = int32(o.GPULayers), o.VocabOnly
	if o.GPULayers == 0 {
		// An empty list, ended by NULL: a device would otherwise still be used
		// for the products of large batches.
		m.devices = []uintptr{0}
		p.devices = uintptr(unsafe.Pointer(&m.devices[0]))
	}
	if o.Progress != nil {
		p.progress = purego.NewCallback(func(done float32, _ uintptr) bool { return m.progress(done) })
	}
	m.model = l.modelLoad(path, p)
	runtime.KeepAlive(m.devices)
	if m.model == 0 {
		return nil, ErrLoad
	}
	m.vocab = l.modelVocab(m.model)
	if o.VocabOnly {
		return m, nil
	}
	return m, m.open(o)
}

// open makes the context, which holds the key-value cache.
func (m *Model) open(o Options) error {
	m.abort = purego.NewCallback(func(uintptr) bool {
		c := m.running.Load()
		return c != nil && (*c).Err() != nil
	})
	p := m.lib.contextDefaults()
	trained := int(m.lib.modelTrained(m.model))
	if p.contextTokens = uint32(o.ContextTokens); trained > 0 && (o.ContextTokens == 0 || trained < o.ContextTokens) {
		p.contextTokens = uint32(trained)
	}
	p.batch, p.ubatch = uint32(m.batch), uint32(min(m.batch, 512))
	p.threads, p.threadsBatch = int32(max(o.Threads, 1)), int32(max(o.Threads, 1))
	p.abort = m.abort
	p.swaFull = false // what left a window is fetched back by Restore
	if o.GPULayers == 0 {
		p.offloadKQV, p.opOffload = false, false
	}
	if o.Vectors {
		// An encoder reads a batch at once, and each of its texts has all of the room.
		p.contextTokens, p.ubatch, p.sequences = p.batch, p.batch, MostTexts
		p.embeddings, p.unified = true, true
	}
	if m.context = m.lib.contextNew(m.model, p); m.context == 0 {
		m.Close()
		return ErrContext
	}
	return nil
}

// Close gives back the memory of model and cache.
func (m *Model) Close() {
	if m.context != 0 {
		m.lib.contextFree(m.context)
	}
	if m.model != 0 {
		m.lib.modelFree(m.model)
	}
	m.context, m.model = 0, 0
}

// Facts about a model.
type Facts struct {
	Description string
	Bytes       uint64
	Layers      int
	Embedding   int
	Heads       int
	HeadsKV     int
	Trained     int // tokens of context in training
	Template    string
}

// Facts reads them.
func (m *Model) Facts() Facts {
	l := m.lib
	return Facts{
		Description: text(func(b *byte, n uintptr) int32 { return l.modelText(m.model, b, n) }),
		Bytes:       l.modelSize(m.model),
		Layers:      int(l.modelLayers(m.model)), Embedding: int(l.modelEmbedding(m.model)),
		Heads: int(l.modelHeads(m.model)), HeadsKV: int(l.modelHeadsKV(m.model)),
		Trained:  int(l.modelTrained(m.model)),
		Template: m.Meta("tokenizer.chat_template"),
	}
}

// Meta gives a value of the file's header as text, "" where there is none.
func (m *Model) Meta(key string) string {
	return text(func(b *byte, n uintptr) int32 { return m.lib.modelMeta(m.model, key, b, n) })
}

// text calls a snprintf-like function, a second time where the room was short.
func text(fill func(*byte, uintptr) int32) string {
	buf := make([]byte, 256)
	n := int(fill(&buf[0], uintptr(len(buf))))
	if n >= len(buf) {
		buf = make([]byte, n+1)
		n = int(fill(&buf[0], uintptr(len(buf))))
	}
	if n <= 0 {
		return ""
	}
	return string(buf[:min(n, len(buf)-1)])
}

// ContextTokens is how many tokens the cache holds.
func (m *Model) ContextTokens() int { return int(m.lib.contextTokens(m.context)) }

// Batch is how many tokens one call of Decode takes.
func (m *Model) Batch() int { return m.batch }

// ErrFull says that the cache has no room for the tokens.
var ErrFull = errors.New("the context is full")

// Decode evaluates tokens after those that the cache holds, at most Batch of
// them. Cancelling ctx stops it within milliseconds on the processor, and at
// the end of the batch on a GPU. After an error the cache may hold a part of
// the tokens: Keep drops them.
func (m *Model) Decode(ctx context.Context, tokens []Token) error {
	if len(tokens) == 0 || len(tokens) > m.batch {
		return fmt.Errorf("a batch of %d tokens; 1 to %d can be evaluated", len(tokens), m.batch)
	}
	m.running.Store(&ctx)
	code := m.lib.decode(m.context, m.lib.batchOf(&tokens[0], int32(len(tokens))))
	m.running.Store(nil)
	runtime.KeepAlive(tokens)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case code == 0:
		return nil
	case code == 1:
		return ErrFull
	}
	return fmt.Errorf("llama_decode answered %d", code)
}

// Logits are the last evaluated token's, one for each word of the vocabulary.
// They are valid until the next Decode.
func (m *Model) Logits() []float32 {
	p := m.lib.logitsAt(m.context, -1)
	if p == nil {
		return nil
	}
	return unsafe.Slice(p, m.Words())
}
