package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"log"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"aipack/build/lab/images"
)

// ownTag begins the tags under which stand-ins are kept; the rest is what they
// were made of, so that another recipe is another image.
const ownTag = "stand-in-"

const (
	sideBySide = 2                // making one is mostly the machine's work
	mostTime   = 15 * time.Minute // for one image
	sulk       = 30 * time.Second // how long a failure is answered without another try
)

// maker has every image made once, however many ask for it. A builder that
// goes away does not stop what it has asked for.
type maker struct {
	ctx   context.Context
	lab   lab
	kept  *keeper
	shelf *shelf
	env   func() []string // what every image has set
	slots chan struct{}

	pushing sync.RWMutex // held for reading while an image is made

	mu     sync.Mutex
	making map[string]*making
}

type making struct {
	done  chan struct{}
	err   error
	ended time.Time
}

func newMaker(ctx context.Context, l lab, k *keeper) *maker {
	env := sync.OnceValue(func() []string { return settings(ctx) })
	return &maker{ctx: ctx, lab: l, kept: k, shelf: newShelf(ctx), env: env, slots: make(chan struct{}, sideBySide), making: map[string]*making{}}
}

// image gives the tag under which the registry has what an image's tag
// stands for; it waits until that is made.
func (m *maker) image(ctx context.Context, repository, tag string) (string, error) {
	plan, err := images.Resolve(repository, tag, m.shelf)
	if err != nil {
		return "", err
	}
	own, err := m.own(repository, plan)
	if err != nil {
		return "", err
	}
	one := m.start(repository, own, plan)
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case <-one.done:
		return own, one.err
	}
}

// own names a plan by all that the image depends on.
func (m *maker) own(repository string, p images.Plan) (string, error) {
	h := sha256.New()
	fmt.Fprintln(h, repository, p.Suite, p.Args, p.Tool, m.env())
	if p.Dockerfile == "" {
		fmt.Fprintln(h, rootScript)
		return fmt.Sprintf("%s%x", ownTag, h.Sum(nil)[:8]), nil
	}
	recipe, err := p.Recipe()
	if err != nil {
		return "", err
	}
	for _, name := range slices.Sorted(maps.Keys(recipe)) {
		fmt.Fprintln(h, string(recipe[name]))
	}
	for _, below := range p.Below {
		name, tag := reference(below)
		plan, err := images.Resolve(name, tag, m.shelf)
		if err != nil {
			return "", err
		}
		own, err := m.own(name, plan)
		if err != nil {
			return "", err
		}
		fmt.Fprintln(h, own)
	}
	return fmt.Sprintf("%s%x", ownTag, h.Sum(nil)[:8]), nil
}

// reference takes an image of Docker Hub apart.
func reference(image string) (repository, tag string) {
	repository, tag, _ = strings.Cut(image, ":")
	if !strings.Contains(repository, "/") {
		repository = "library/" + repository
	}
	return repository, tag
}

// start begins to make an image, unless it is there, is being made or has just
// failed.
func (m *maker) start(repository, own string, p images.Plan) *making {
	m.mu.Lock()
	defer m.mu.Unlock()
	name := repository + ":" + own
	if one, ok := m.making[name]; ok && (one.ended.IsZero() || one.err != nil && time.Since(one.ended) < sulk) {
		return one
	}
	one := &making{done: make(chan struct{})}
	m.making[name] = one
	if m.kept.has(repository, own) {
		one.ended = time.Now()
		close(one.done)
		return one
	}
	go func() {
		ctx, cancel := context.WithTimeout(m.ctx, mostTime)
		defer cancel()
		err := m.make(ctx, repository, own, p)
		m.mu.Lock()
		one.err, one.ended = err, time.Now()
		m.mu.Unlock()
		close(one.done)
	}()
	return one
}

// make has what is below made first, so that no image waits for another while
// it holds a slot.
func (m *maker) make(ctx context.Context, repository, own string, p images.Plan) error {
	for _, below := range p.Below {
		name, tag := reference(below)
		if _, err := m.image(ctx, name, tag); err != nil {
			return err
		}
	}
	select {
	case m.slots <- struct{}{}:
		defer func() { <-m.slots }()
	case <-ctx.Done():
		return ctx.Err()
	}
	began := time.Now()
	m.pushing.RLock()
	err := m.standIn(ctx, repository, own, p)
	m.pushing.RUnlock()
	if err != nil {
		return fmt.Errorf("making the stand-in for %s (%s) %v: %w", repository, p.Suite, p.Args, err)
	}
	log.Printf("made %s %s %v in %.1f s", repository, p.Suite, p.Args, time.Since(began).Seconds())
	if !m.pushing.TryLock() {
		return nil // another one is being made, and sweeps when it is
	}
	defer m.pushing.Unlock()
	return m.kept.sweep(registryBytes)
}
