// Package resume keeps repairs in the database of their project and finds those that
// were cut off: how a repair goes on where it stood.
package resume

import (
	"context"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"aipack/backend/prove"
	"aipack/backend/prove/repair"
	"aipack/backend/repo"
	"aipack/backend/store/projectdb"
)

// Found is a repair that goes on, or one that begins.
type Found struct {
	Session *repair.Session
	Since   time.Time // when the one that was cut off began; zero where one begins now
	db      *projectdb.Database
}

// Close gives the project free. All was written at each phase.
func (f Found) Close() {
	if f.db != nil {
		_ = f.db.Close()
	}
}

// Open goes on with the repair of a project's folder that was cut off with the same
// content and the same request, or, with anew always, begins one. The database lies
// below the data folder. projectdb.ErrInUse says that another process repairs the
// project.
func Open(ctx context.Context, data, folder string, requests []prove.Request, anew bool, now func() time.Time) (Found, error) {
	db, err := projectdb.Open(data, folder, now)
	if err != nil {
		return Found{}, err
	}
	f := Found{db: db}
	key, err := keyOf(ctx, folder, requests)
	if err != nil {
		f.Close()
		return Found{}, err
	}
	created := now().UnixMilli()
	save := func(r repair.Saved) error {
		return db.Save(projectdb.Repair{
			ID: r.ID, Key: r.Key, Task: r.Task, Phase: string(r.Phase), Attempts: r.Attempts, Confidence: r.Confidence,
			Errors: r.Errors, State: r.State, CreatedAt: created,
		})
	}
	old, err := db.Latest(key, string(repair.Done), string(repair.Escalated))
	if err != nil && !errors.Is(err, projectdb.ErrAbsent) {
		f.Close()
		return Found{}, err
	}
	if err == nil && !anew {
		f.Session, err = repair.Resume(repair.Saved{
			ID: old.ID, Key: old.Key, Task: old.Task, Phase: repair.Phase(old.Phase), Attempts: old.Attempts, Confidence: old.Confidence,
			Errors: old.Errors, State: old.State,
		}, save)
		if err == nil && f.Session.Fits(requests) {
			created, f.Since = old.CreatedAt, time.UnixMilli(old.CreatedAt)
			return f, nil
		}
	}
	f.Session = repair.NewSession(repair.Saved{ID: rand.Text(), Key: key, Task: "repair " + folder}, save)
	return f, nil
}

// Rekey has the repair go on for requests that hold what it has added to those that it
// began with: values that it keeps for the proofs to come.
func (f Found) Rekey(ctx context.Context, folder string, requests []prove.Request) error {
	if f.Session == nil {
		return nil
	}
	key, err := keyOf(ctx, folder, requests)
	if err == nil {
		f.Session.Rekey(key)
	}
	return err
}

// keyOf is what two repairs have in common of which the second goes on with the
// first: the project's files by size and time, its services, and what the proofs are
// given; of the plans the session itself knows. Of values there is only what takes long to guess them from.
func keyOf(ctx context.Context, folder string, requests []prove.Request) (string, error) {
	tree, err := repo.Open(folder)
	if err != nil {
		return "", err
	}
	defer tree.Close()
	index, err := tree.Index(ctx)
	if err != nil {
		return "", err
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return "", err
	}
	defer root.Close()
	sum := sha256.New()
	for _, f := range index.Files {
		info, err := root.Lstat(filepath.FromSlash(f.Path))
		if err != nil {
			return "", err // it went away in between
		}
		fmt.Fprintf(sum, "%q %d %d\n", f.Path, info.Size(), info.ModTime().UnixNano())
	}
	var values []byte
	for _, r := range requests {
		fmt.Fprintf(sum, "%q\n", r.Name())
		for _, given := range []map[string]string{r.Env, r.Secrets} {
			for _, name := range slices.Sorted(maps.Keys(given)) {
				values = fmt.Appendf(values, "%q=%q\n", name, given[name])
			}
		}
		for _, name := range slices.Sorted(maps.Keys(r.Files)) {
			fmt.Fprintf(sum, "%q %x\n", name, sha256.Sum256(r.Files[name]))
		}
	}
	key := sum.Sum(nil)
	if len(values) > 0 {
		if key, err = pbkdf2.Key(sha256.New, string(values), key, 200_000, sha256.Size); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%x", key), nil
}
