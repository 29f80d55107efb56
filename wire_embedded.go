//go:build engine || !headless || window

package main

import (
	"context"
	"errors"
	"sync"
	"time"

	"aipack/backend/hardware"
	"aipack/backend/llm"
	"aipack/backend/llm/llamacpp"
	"aipack/backend/llm/selector"
	"aipack/backend/modelfile"
)

// onDevice says which model this machine would answer with, or why none.
func onDevice(_ context.Context, want string) (string, error) {
	e, err := onShelf(want)
	if err != nil {
		return "", err
	}
	return e.ID, nil
}

func onShelf(want string) (modelfile.Entry, error) {
	shelf := modelfile.Shelf{Dir: modelfile.Folder()}
	var e modelfile.Entry
	var err error
	if want == "" {
		e, err = shelf.Best(modelfile.Room{Memory: hardware.Now().Usable})
	} else {
		e, err = shelf.Find(want)
	}
	switch {
	case err != nil:
		return e, err
	case e.State == modelfile.Damaged:
		return e, errors.New("the file " + e.Path + " is damaged: get it anew")
	case e.State == modelfile.Missing:
		return e, errors.New("the file " + e.Path + " is gone: put it back, or choose another model")
	case e.State != modelfile.Ready:
		return e, errors.New("the model " + e.ID + " is not downloaded: run aipack model pull " + e.ID)
	case llamacpp.FindLibraries() == "":
		return e, selector.Lacking("the part of aipack that runs models (llama.cpp's libraries) is missing: install aipack's package anew")
	}
	return e, nil
}

// resident is the embedded model that this process holds. Loading takes
// seconds and the memory of the whole file, so all runs share one.
var resident struct {
	sync.Mutex
	path   string
	client *llamacpp.Client
}

// idle is how long the model stays in memory after it was last asked.
const idle = 10 * time.Minute

// openEmbedded gives the client of a model; another one that was there before
// ends.
func openEmbedded(name string) (llm.Client, error) {
	e, err := onShelf(name)
	if err != nil {
		return nil, err
	}
	resident.Lock()
	defer resident.Unlock()
	if resident.client != nil && resident.path == e.Path {
		return resident.client, nil
	}
	if old := resident.client; old != nil {
		go func() { _ = old.Close() }() // waits for a request that is under way
	}
	resident.path, resident.client = e.Path, llamacpp.New(llamacpp.Options{Model: e.Path, Name: e.ID, Idle: idle})
	return resident.client, nil
}

// letGo ends the model of a file, if it is the one in memory: its file can then
// be removed on every system. It gives false while the model answers.
func letGo(path string) bool {
	resident.Lock()
	defer resident.Unlock()
	if resident.client == nil || resident.path != path {
		return true
	}
	if !resident.client.Rest() {
		return false
	}
	resident.path, resident.client = "", nil
	return true
}
