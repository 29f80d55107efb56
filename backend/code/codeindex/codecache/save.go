package codecache

import (
	"bytes"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"

	"aipack/backend/code/codegraph"
	"aipack/backend/store/sqlite"
)

// Save keeps a graph whose files are in these states. Only what differs from
// what is there is written. It is done whole or not at all.
func (s *Folder) Save(g *codegraph.Graph, states map[string]State) error {
	return s.db.Write(func(tx *sql.Tx) error {
		w := &writing{tx: tx, shelf: s, graph: g, now: s.clock().Unix(), prepared: map[string]*sql.Stmt{}}
		err := w.all(states)
		for _, p := range w.prepared {
			err = errors.Join(err, p.Close())
		}
		return err
	})
}

type writing struct {
	tx       *sql.Tx
	shelf    *Folder
	graph    *codegraph.Graph
	now      int64
	prepared map[string]*sql.Stmt
}

// exec runs a statement that is run many times.
func (w *writing) exec(statement string, args ...any) error {
	p := w.prepared[statement]
	if p == nil {
		var err error
		if p, err = w.tx.Prepare(statement); err != nil {
			return err
		}
		w.prepared[statement] = p
	}
	_, err := p.Exec(args...)
	return err
}

// there is what is kept of a file already.
type there struct {
	State
	Path  string `as:"path"`
	Named []byte `as:"named"`
}

func (w *writing) all(states map[string]State) error {
	have, err := w.there()
	if err != nil {
		return err
	}
	for path := range have {
		if _, ok := w.graph.File(path); !ok {
			if err := w.exec("DELETE FROM files WHERE path = ?", path); err != nil {
				return err
			}
		}
	}
	named := w.named()
	// Nodes before edges: an edge may lead to any file.
	for i, f := range w.graph.Files {
		if old, ok := have[f.Path]; ok && old.State == states[f.Path] && old.Modified != 0 {
			continue
		}
		if err := w.file(i, states[f.Path], named[i]); err != nil {
			return fmt.Errorf("%s: %w", f.Path, err)
		}
	}
	var changed []bool
	for i, f := range w.graph.Files {
		changed = append(changed, !bytes.Equal(have[f.Path].Named, named[i]))
		if !changed[i] {
			continue
		}
		if err := errors.Join(w.exec("DELETE FROM edges WHERE file_path = ?", f.Path), w.exec("UPDATE files SET named = ? WHERE path = ?", named[i], f.Path)); err != nil {
			return fmt.Errorf("%s: %w", f.Path, err)
		}
	}
	for _, e := range w.graph.Edges {
		if !changed[e.File] {
			continue
		}
		err := w.exec(`INSERT INTO edges (source_id, target_id, type, tier, file_path, line, created_at)
			SELECT a.id, b.id, ?, ?, ?, ?, ? FROM nodes a, nodes b WHERE a.key = ? AND b.key = ?`,
			e.Kind.String(), e.Tier.String(), w.graph.Files[e.File].Path, e.Line, w.now, w.graph.ID(e.From), w.graph.ID(e.To))
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *writing) there() (map[string]there, error) {
	rows, err := sqlite.Query[there](w.tx, "SELECT path, size, modified, named FROM files")
	out := make(map[string]there, len(rows))
	for _, t := range rows {
		out[t.Path] = t
	}
	return out, err
}

// file writes what a file says, and its nodes. Nodes that stay keep their number,
// so that the edges to them do.
func (w *writing) file(i int, state State, named []byte) error {
	f := w.graph.Files[i]
	err := w.exec(`INSERT INTO files (path, size, modified, facts, named) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (path) DO UPDATE SET size = excluded.size, modified = excluded.modified, facts = excluded.facts`,
		f.Path, state.Size, state.Modified, f.Packed(), named)
	if err != nil {
		return err
	}
	if err := w.exec("UPDATE nodes SET updated_at = -1 WHERE file_path = ?", f.Path); err != nil {
		return err
	}
	first, all := w.graph.FileNode(i), f.All()
	for n := first; int(n) < len(w.graph.Nodes) && w.graph.Nodes[n].File == i; n++ {
		name, line, end, signature, doc := f.Path, 1, max(f.Lines, 1), "", ""
		if at := w.graph.Nodes[n].Symbol; at >= 0 && at < len(all.Symbols) {
			s := &all.Symbols[at]
			name, line, end, signature, doc = s.Name, s.Line, s.EndLine, s.Signature, s.Doc
		}
		err := w.exec(`INSERT INTO nodes (key, type, name, file_path, language, line_start, line_end, signature, docstring, created_at, updated_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET type = excluded.type, name = excluded.name, language = excluded.language,
			line_start = excluded.line_start, line_end = excluded.line_end, signature = excluded.signature, docstring = excluded.docstring, updated_at = excluded.updated_at`,
			w.graph.ID(n), w.graph.Nodes[n].Kind.String(), name, f.Path, w.graph.Language(n), line, end, signature, doc, w.now, w.now)
		if err != nil {
			return err
		}
	}
	return w.exec("DELETE FROM nodes WHERE file_path = ? AND updated_at = -1", f.Path)
}

// named are digests of the edges that each file is the place of. An edge whose
// end went away is another edge, so that what a deleted node took with it is
// written again where its name is back.
func (w *writing) named() [][]byte {
	sums := make([]hash.Hash, len(w.graph.Files))
	for i := range sums {
		sums[i] = sha256.New()
	}
	var b []byte
	for _, e := range w.graph.Edges {
		b = append(b[:0], byte(e.Kind), byte(e.Tier))
		b = binary.AppendVarint(b, int64(e.Line))
		b = append(append(append(b, w.graph.ID(e.From)...), 0), w.graph.ID(e.To)...)
		sums[e.File].Write(append(b, 0))
	}
	out := make([][]byte, len(sums))
	for i, s := range sums {
		out[i] = s.Sum(nil)[:16]
	}
	return out
}
