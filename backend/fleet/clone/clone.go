// Package clone has repositories here: folders as they lie, and shallow clones in a cache
// that is bounded. It runs the user's git, and nothing that a repository brings. What is
// in a repository it does not look at.
package clone

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"aipack/backend/base/filelock"
	"aipack/backend/fleet"
)

// Cache is a folder of clones. Several programs may use it at once.
type Cache struct {
	Folder     string
	Git        string        // the program; "git" where ""
	MostBytes  int64         // of all clones together, but for those in use
	MostClones int           // kept at once
	MostOne    int64         // bytes of one clone
	Limit      time.Duration // for fetching one
}

func (c *Cache) git() string { return cmp.Or(c.Git, "git") }

// Fetch has a repository here until it is released. ErrNever says that it will never be.
func (c *Cache) Fetch(ctx context.Context, r fleet.Repository) (fleet.Checkout, error) {
	if filepath.IsAbs(r.Address) && r.Ref == "" {
		return asItLies(ctx, r.Address)
	}
	if err := os.MkdirAll(c.Folder, 0o700); err != nil {
		return fleet.Checkout{}, err
	}
	sum := sha256.Sum256([]byte(r.Address + "\x00" + r.Ref))
	at := filepath.Join(c.Folder, hex.EncodeToString(sum[:12]))
	lock, err := filelock.Wait(ctx, at+lockEnd)
	if err != nil {
		return fleet.Checkout{}, err
	}
	commit, err := c.bring(ctx, at, r)
	if err != nil {
		if lost := os.RemoveAll(at); lost != nil {
			err = errors.Join(err, lost)
		}
		return fleet.Checkout{}, errors.Join(err, lock.Release())
	}
	release := func() {
		_ = os.Chtimes(filepath.Join(at, noteName), time.Time{}, time.Now()) // the one used last goes last
		_ = lock.Release()                                                   // it ends with the process at the latest
		c.trim()
	}
	return fleet.Checkout{Folder: filepath.Join(at, filesName), Commit: commit, Release: release}, nil
}

const (
	lockEnd   = ".lock"
	noteName  = "note.json" // what is checked out
	gitName   = "git"
	filesName = "files"
	wanted    = "refs/aipack/wanted"
)

// note says what a clone has in its files; it is written once they are whole.
type note struct {
	Commit string `json:"commit"`
	Bytes  int64  `json:"bytes"`
}

func noteOf(at string) (n note) {
	text, err := os.ReadFile(filepath.Join(at, noteName))
	if err == nil && json.Unmarshal(text, &n) != nil {
		n = note{}
	}
	return n
}

// bring makes a clone what the reference means now, and gives its commit.
func (c *Cache) bring(ctx context.Context, at string, r fleet.Repository) (string, error) {
	had := noteOf(at)
	if r.Fixed() && had.Commit == r.Ref {
		return had.Commit, nil
	}
	if had.Commit == "" { // half of one, perhaps
		if err := os.RemoveAll(at); err != nil {
			return "", err
		}
	}
	limited, stop := context.WithTimeoutCause(ctx, c.Limit, fmt.Errorf("fetching took longer than %s", c.Limit))
	defer stop()
	limited, over := context.WithCancelCause(limited)
	defer over(nil)
	watched := make(chan struct{})
	go func() { defer close(watched); c.watch(limited, at, over) }()
	commit, err := c.fetch(limited, at, r, had)
	over(nil)
	<-watched
	if err != nil {
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		return "", err
	}
	if commit == had.Commit {
		return commit, nil
	}
	bytes := size(at)
	if bytes > c.MostOne {
		return "", c.tooLarge()
	}
	text, err := json.Marshal(note{commit, bytes})
	if err != nil {
		return "", err
	}
	return commit, os.WriteFile(filepath.Join(at, noteName), text, 0o600)
}

func (c *Cache) fetch(ctx context.Context, at string, r fleet.Repository, had note) (string, error) {
	repository, files := filepath.Join(at, gitName), filepath.Join(at, filesName)
	if had.Commit == "" {
		if err := os.MkdirAll(repository, 0o700); err != nil {
			return "", err
		}
		if _, err := c.run(ctx, repository, "", "init", "--quiet", "--bare", "--template="); err != nil {
			return "", err
		}
		if err := os.MkdirAll(filepath.Join(repository, "info"), 0o700); err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(repository, "info", "attributes"), []byte(untouched), 0o600); err != nil {
			return "", err
		}
	}
	protocols, address := "https:http:ssh", r.Address
	args := []string{"fetch", "--quiet", "--depth=1", "--no-tags", "--no-write-fetch-head", "--force"}
	if filepath.IsAbs(r.Address) {
		if _, err := os.Stat(r.Address); errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("there is no folder %s: %w", r.Address, fleet.ErrNever)
		}
		protocols, address = "file", "file://"+filepath.ToSlash(r.Address)
		args = append(args, "--upload-pack=git -c uploadpack.allowAnySHA1InWant=true -c safe.bareRepository=all upload-pack")
	}
	if _, err := c.run(ctx, repository, protocols, append(args, "--", address, "+"+cmp.Or(r.Ref, "HEAD")+":"+wanted)...); err != nil {
		return "", err
	}
	commit, err := c.run(ctx, repository, "", "rev-parse", "--verify", "--quiet", wanted+"^{commit}")
	if err != nil || commit == had.Commit {
		return commit, err
	}
	if err := errors.Join(os.Remove(filepath.Join(at, noteName)), os.RemoveAll(files)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	if err := os.Mkdir(files, 0o700); err != nil {
		return "", err
	}
	_, err = c.run(ctx, repository, "", "--work-tree="+files, "-c", "core.bare=false", "checkout", "--quiet", "--force", "--detach", commit, "--")
	return commit, err
}

// looks is how often the size of a clone is looked at while it comes.
const looks = 500 * time.Millisecond

func (c *Cache) watch(ctx context.Context, at string, over context.CancelCauseFunc) {
	again := time.NewTicker(looks)
	defer again.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-again.C:
			if size(at) > c.MostOne {
				over(c.tooLarge())
				return
			}
		}
	}
}

func (c *Cache) tooLarge() error {
	return fmt.Errorf("it has more than %d MiB: %w", c.MostOne>>20, fleet.ErrNever)
}

// size is how many bytes the files below a folder have, as far as can be seen.
func size(folder string) (sum int64) {
	_ = filepath.WalkDir(folder, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			if info, err := d.Info(); err == nil {
				sum += info.Size()
			}
		}
		return nil
	})
	return sum
}

// trim removes the clones that were used longest ago until the rest is within the bounds.
// One that somebody has stays.
func (c *Cache) trim() {
	entries, err := os.ReadDir(c.Folder)
	if err != nil {
		return
	}
	type kept struct {
		at    string
		used  time.Time
		bytes int64
	}
	var all []kept
	var sum int64
	for _, e := range entries {
		at := filepath.Join(c.Folder, e.Name())
		info, err := os.Stat(filepath.Join(at, noteName))
		if !e.IsDir() || err != nil {
			continue
		}
		one := kept{at, info.ModTime(), noteOf(at).Bytes}
		all, sum = append(all, one), sum+one.bytes
	}
	slices.SortFunc(all, func(a, b kept) int { return cmp.Or(a.used.Compare(b.used), strings.Compare(a.at, b.at)) })
	left := len(all)
	for _, one := range all {
		if sum <= c.MostBytes && left <= c.MostClones {
			return
		}
		lock, err := filelock.Take(one.at + lockEnd)
		if err != nil {
			continue
		}
		if os.RemoveAll(one.at) == nil {
			sum, left = sum-one.bytes, left-1
		}
		_ = lock.Release() // it ends with the process at the latest
	}
}
