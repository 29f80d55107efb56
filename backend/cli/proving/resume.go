package proving

import (
	"context"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"aipack/backend/base/appdir"
	"aipack/backend/cli"
	"aipack/backend/cli/visible"
	"aipack/backend/prove"
	"aipack/backend/prove/repair"
	"aipack/backend/repo"
	"aipack/backend/store/projectdb"
)

// session goes on with the repair of a project that was cut off with the same
// content and the same request, or begins one. Where the project's database cannot
// be had, the repair is not saved, and that is said. End gives the project free.
func (o *options) session(ctx context.Context, p *cli.Program, root string, requests []prove.Request) (s *repair.Session, end func()) {
	nothing := func() {}
	data, err := appdir.Data()
	if err != nil {
		visible.Fprintf(p.Err, "aipack: the repair is not saved: %s\n", err)
		return nil, nothing
	}
	db, err := projectdb.Open(data, root, p.Now)
	if err != nil {
		visible.Fprintf(p.Err, "aipack: the repair is not saved: %s\n", err)
		return nil, nothing
	}
	end = func() { _ = db.Close() } // all of it is written at each phase
	key, err := keyOf(ctx, root, requests)
	if err != nil {
		visible.Fprintf(p.Err, "aipack: the repair is not saved: %s\n", err)
		return nil, end
	}
	created := p.Now().UnixMilli()
	save := func(r repair.Saved) error {
		return db.Save(projectdb.Repair{
			ID: r.ID, Key: r.Key, Task: r.Task, Phase: string(r.Phase), Attempts: r.Attempts, Confidence: r.Confidence,
			Errors: r.Errors, State: r.State, CreatedAt: created,
		})
	}
	if old, err := db.Latest(key, string(repair.Done), string(repair.Escalated)); err == nil && !o.anew {
		s, err = repair.Resume(repair.Saved{
			ID: old.ID, Key: old.Key, Task: old.Task, Phase: repair.Phase(old.Phase), Attempts: old.Attempts, Confidence: old.Confidence,
			Errors: old.Errors, State: old.State,
		}, save)
		if err == nil {
			created = old.CreatedAt
			visible.Fprintf(p.Err, "aipack: going on with the repair of %s that was cut off, after %s; --anew begins again\n",
				time.UnixMilli(old.CreatedAt).Local().Format("2 January 15:04"), counted(old.Attempts, "try", "tries"))
			return s, end
		}
	} else if err != nil && !errors.Is(err, projectdb.ErrAbsent) {
		visible.Fprintf(p.Err, "aipack: the repair that was cut off cannot be read: %s\n", err)
	}
	return repair.NewSession(repair.Saved{ID: rand.Text(), Key: key, Task: "repair " + root}, save), end
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// keyOf is what two repairs have in common of which the second goes on with the
// first: the project's files by size and time, the plans, and what the proofs are
// given. Of values there is only what takes long to guess them from.
func keyOf(ctx context.Context, root string, requests []prove.Request) (string, error) {
	tree, err := repo.Open(root)
	if err != nil {
		return "", err
	}
	defer tree.Close()
	index, err := tree.Index(ctx)
	if err != nil {
		return "", err
	}
	folder, err := os.OpenRoot(root)
	if err != nil {
		return "", err
	}
	defer folder.Close()
	sum := sha256.New()
	for _, f := range index.Files {
		info, err := folder.Lstat(filepath.FromSlash(f.Path))
		if err != nil {
			return "", err // it went away in between
		}
		fmt.Fprintf(sum, "%q %d %d\n", f.Path, info.Size(), info.ModTime().UnixNano())
	}
	var values []byte
	for _, r := range requests {
		text, err := json.Marshal(r.Document)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(sum, "%s\n%s\n", text, r.Dockerfile)
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
