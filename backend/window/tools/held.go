package tools

import (
	"context"
	"reflect"
	"time"

	"aipack/backend/agent/outside"
	"aipack/backend/window/page"
)

// idle is how long servers wait for the next question of their conversation.
const idle = 10 * time.Minute

// holding are the servers that a conversation has between its questions.
type holding struct {
	conversation string
	servers      []outside.Server // as they were begun
	times        int
	set          *outside.Set
	timer        *time.Timer
}

// Lent are the servers of a turn.
type Lent struct {
	of     *Servers
	folder string
	ready  chan struct{}
	stop   context.CancelFunc
	whole  bool // all have begun or failed by themselves
	holding
}

// Lend gives a turn about a folder's project its servers: those that its conversation has
// from the question before, else they are begun beside everything else. What goes wrong
// with them is told to note, and keeps nobody from asking.
func Lend(ctx context.Context, s *Servers, folder, conversation string, note func(string)) *Lent {
	ctx, cancel := context.WithCancel(ctx)
	l := &Lent{of: s, folder: folder, ready: make(chan struct{}), stop: cancel}
	go s.parts.Page.Apart("the beginning of MCP servers", func() {
		defer close(l.ready)
		servers, err := outside.Load(s.parts.Data)
		if err != nil {
			note(page.Sentence(err.Error()))
		}
		before := s.take(folder)
		if before != nil && conversation != "" && before.conversation == conversation && same(before.servers, servers) && !before.set.Lost() {
			l.holding, l.whole = *before, true
			return
		}
		if before != nil {
			before.set.Close()
		}
		if len(servers) == 0 {
			return
		}
		s.mu.Lock()
		l.times = s.times
		s.mu.Unlock()
		l.servers = servers
		l.set = outside.Begin(ctx, s.options(servers, func(line string) { note(page.Sentence(line)) }))
		if l.whole = ctx.Err() == nil; l.whole {
			s.learn(servers, l.set)
		}
	})
	return l
}

// Set waits until each has begun or failed; nil where there are none.
func (l *Lent) Set() *outside.Set {
	if l == nil {
		return nil
	}
	<-l.ready
	return l.set
}

// Return gives them back, for the next question of a conversation that is kept.
func (l *Lent) Return(conversation string) {
	if l == nil {
		return
	}
	l.stop()
	if l.Set() == nil {
		return
	}
	s := l.of
	s.mu.Lock()
	if conversation == "" || !l.whole || s.ended || s.times != l.times {
		s.mu.Unlock()
		l.set.Close()
		return
	}
	h := l.holding
	h.conversation = conversation
	h.timer = time.AfterFunc(idle, func() {
		s.mu.Lock()
		mine := s.held[l.folder] == &h
		if mine {
			delete(s.held, l.folder)
		}
		s.mu.Unlock()
		if mine {
			h.set.Close()
		}
	})
	s.held[l.folder] = &h // one turn at a time is about a project: nobody has put others here
	s.mu.Unlock()
}

// take takes what is held for a folder; nil where nothing is.
func (s *Servers) take(folder string) *holding {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := s.held[folder]
	if h != nil {
		delete(s.held, folder)
		h.timer.Stop()
	}
	return h
}

// anew has the next question of each conversation begin its servers again.
func (s *Servers) anew() {
	s.mu.Lock()
	s.times++
	s.mu.Unlock()
	s.drop(func(*holding) bool { return true })
}

// Forget ends the servers that a conversation has.
func Forget(s *Servers, conversation string) {
	s.drop(func(h *holding) bool { return h.conversation == conversation })
}

func (s *Servers) drop(which func(*holding) bool) {
	s.mu.Lock()
	var all []*outside.Set
	for folder, h := range s.held {
		if which(h) {
			delete(s.held, folder)
			h.timer.Stop()
			all = append(all, h.set)
		}
	}
	s.mu.Unlock()
	for _, set := range all {
		set.Close()
	}
}

// end ends all servers and waits for that.
func (s *Servers) end() {
	s.mu.Lock()
	s.ended = true
	s.mu.Unlock()
	s.stop()
	s.tries.Wait()
	s.drop(func(*holding) bool { return true })
}

// same says that servers are set up as they were.
func same[T outside.Server | []outside.Server](a, b T) bool { return reflect.DeepEqual(a, b) }
