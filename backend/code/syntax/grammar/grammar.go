// Package grammar parses sources by tree-sitter, and is the only one that knows
// it: a text goes in, a flat tree comes out. What a grammar has to say is C that
// somebody else wrote and that hostile texts can hang or crash, so this runs in
// a process of its own (crew).
package grammar

// #cgo CFLAGS: -std=c11 -D_POSIX_C_SOURCE=200112L
// #cgo LDFLAGS: -Wl,--unresolved-symbols=ignore-all
// #include <stdlib.h>
// #include "parse.h"
import "C"

import (
	"errors"
	"fmt"
	"sync"
	"time"
	"unsafe"

	kotlin "github.com/tree-sitter-grammars/tree-sitter-kotlin/bindings/go"
	zig "github.com/tree-sitter-grammars/tree-sitter-zig/bindings/go"
	treesitter "github.com/tree-sitter/go-tree-sitter"
	csharp "github.com/tree-sitter/tree-sitter-c-sharp/bindings/go"
	c "github.com/tree-sitter/tree-sitter-c/bindings/go"
	cpp "github.com/tree-sitter/tree-sitter-cpp/bindings/go"
	elixir "github.com/tree-sitter/tree-sitter-elixir/bindings/go"
	golang "github.com/tree-sitter/tree-sitter-go/bindings/go"
	java "github.com/tree-sitter/tree-sitter-java/bindings/go"
	javascript "github.com/tree-sitter/tree-sitter-javascript/bindings/go"
	php "github.com/tree-sitter/tree-sitter-php/bindings/go"
	python "github.com/tree-sitter/tree-sitter-python/bindings/go"
	ruby "github.com/tree-sitter/tree-sitter-ruby/bindings/go"
	rust "github.com/tree-sitter/tree-sitter-rust/bindings/go"
	scala "github.com/tree-sitter/tree-sitter-scala/bindings/go"
	typescript "github.com/tree-sitter/tree-sitter-typescript/bindings/go"

	"aipack/backend/code/syntax/tree"
)

// ErrLate is a text that took longer than it may.
var ErrLate = errors.New("parsing took too long")

// ErrUnknown is a language without a grammar.
var ErrUnknown = errors.New("there is no grammar for it")

// Limits bound what one text may cost.
type Limits struct {
	Time  time.Duration
	Nodes int // more are cut off, and the tree says so
}

// grammars are the languages by the names that syntax gives them.
var grammars = map[string]func() unsafe.Pointer{
	"go": golang.Language, "java": java.Language, "javascript": javascript.Language, "python": python.Language,
	"rust": rust.Language, "typescript": typescript.LanguageTypescript, "tsx": typescript.LanguageTSX,
	"c": c.Language, "cpp": cpp.Language, "csharp": csharp.Language, "elixir": elixir.Language, "kotlin": kotlin.Language,
	"php": php.LanguagePHP, "ruby": ruby.Language, "scala": scala.Language, "zig": zig.Language,
}

// The binding has tree-sitter ask Go for memory, which costs a third of the time.
func init() { C.aipack_count() }

// Hold bounds the memory that tree-sitter may have at a time, in bytes. A process
// in which it wants more ends with a word on standard error: tree-sitter cannot be
// stopped there.
func Hold(most int) { C.aipack_hold(C.size_t(most)) }

// loaded is a grammar with its names.
type loaded struct {
	raw   unsafe.Pointer
	names *tree.Language
}

var known sync.Map // name to *loaded

func load(name string) (*loaded, error) {
	if l, ok := known.Load(name); ok {
		return l.(*loaded), nil
	}
	raw, ok := grammars[name]
	if !ok {
		return nil, fmt.Errorf("%s: %w", name, ErrUnknown)
	}
	l := treesitter.NewLanguage(raw())
	kinds := make([]string, l.NodeKindCount())
	for i := range kinds {
		kinds[i] = l.NodeKindForId(uint16(i))
	}
	fields := make([]string, l.FieldCount()+1)
	for i := range fields {
		fields[i] = l.FieldNameForId(uint16(i))
	}
	made, _ := known.LoadOrStore(name, &loaded{raw: raw(), names: tree.NewLanguage(name, kinds, fields)})
	return made.(*loaded), nil
}

// Parse makes the tree of a text. A text with mistakes has a tree, too, with
// nodes that say so. The errors are ErrLate and ErrUnknown.
func Parse(language string, text []byte, limits Limits) (*tree.Flat, error) {
	l, err := load(language)
	if err != nil {
		return nil, err
	}
	var out C.AipackTree
	code := C.aipack_parse(l.raw, (*C.char)(unsafe.Pointer(unsafe.SliceData(text))),
		C.uint32_t(len(text)), C.uint64_t(limits.Time.Nanoseconds()), C.uint32_t(limits.Nodes), &out)
	defer C.free(unsafe.Pointer(out.nodes))
	switch code {
	case C.AIPACK_LATE:
		return nil, ErrLate
	case C.AIPACK_UNFIT:
		return nil, fmt.Errorf("%s: %w: it is made for another tree-sitter", language, ErrUnknown)
	}
	t := &tree.Flat{Language: l.names, Text: text, Nodes: make([]tree.Node, out.count), Cut: bool(out.cut)}
	copy(t.Nodes, unsafe.Slice((*tree.Node)(unsafe.Pointer(out.nodes)), out.count))
	return t, nil
}
