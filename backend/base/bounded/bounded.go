// Package bounded is the one room in which libraries parse texts that strangers
// wrote. A library may keep a copy of a key for each level of a document, or
// call itself for each bracket, and what runs out of memory or stack in Go ends
// the whole program. So each text is looked through first, once and in little
// memory, and one that would cost more than an honest file is refused.
package bounded

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/sync/semaphore"
)

// Refusal is the error for a text that is not parsed, though it may be well
// formed.
type Refusal struct {
	Format string // "TOML"
	Line   int    // from 1; 0 where it is the whole text
	Why    string // "100 brackets are open at once, and no more are read"
}

func (r *Refusal) Error() string {
	if r.Line == 0 {
		return r.Format + ": " + r.Why
	}
	return fmt.Sprintf("%s, line %d: %s", r.Format, r.Line, r.Why)
}

func tooLong(format string, bytes, most int) *Refusal {
	return &Refusal{format, 0, fmt.Sprintf("the text has %d bytes, and no more than %d are read", bytes, most)}
}

// mostSaid is how much of a library's error is kept, in bytes: some quote the
// whole text.
const mostSaid = 400

// room is how much memory all parsers together may take, in bytes by their own
// estimates: texts that need much take turns.
const room = 384 << 20

var turns = semaphore.NewWeighted(room)

// asked calls a library that may take that many bytes, and gives its error,
// shortened where it is long. What panics on a malformed text has not parsed it.
func asked(format string, cost int, parse func() error) (err error) {
	taken := int64(min(cost, room))
	if err := turns.Acquire(context.Background(), taken); err != nil {
		return err
	}
	defer turns.Release(taken)
	defer func() {
		if r := recover(); r != nil {
			err = errors.New(short(fmt.Sprintf("reading %s: %v", format, r)))
		}
	}()
	err = parse()
	if err != nil && len(err.Error()) > mostSaid {
		return errors.New(short(err.Error()))
	}
	return err
}

func short(text string) string {
	if len(text) <= mostSaid {
		return text
	}
	cut := mostSaid
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return strings.ToValidUTF8(text[:cut], "?") + " …"
}
