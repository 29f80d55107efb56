package audit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"aipack/backend/prove/osv"
	"aipack/backend/prove/sbom"
)

// Ecosystems are those of the packages that a folder's lock files pin, as OSV names them.
func Ecosystems(folder string) ([]string, error) {
	found, err := inventory(folder)
	var out []string
	for _, c := range found.Components {
		if e := osv.EcosystemOf(c.Type); e != "" {
			out = append(out, e)
		}
	}
	slices.Sort(out)
	return slices.Compact(out), err
}

// inventory lists what the lock files of a folder pin; no link leads out of it.
func inventory(folder string) (sbom.Inventory, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return sbom.Inventory{}, err
	}
	defer root.Close()
	return sbom.Read(root.FS())
}

// packages looks up what the lock files pin in the list of known vulnerabilities. What the
// list does not have is not looked at.
func packages(ctx context.Context, r Request) (said string, out []Finding, err error) {
	found, err := inventory(r.Folder)
	if err != nil {
		return "", nil, err
	}
	if len(found.Components) == 0 {
		return "", nil, errors.New("no lock file pins a package")
	}
	db, err := osv.Read(r.Data)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil, errors.New("the list of known vulnerabilities was never fetched; aipack audit --fetch gets it")
	} else if err != nil {
		return "", nil, err
	}
	defer func() { _ = db.Close() }() // it was read alone
	kept, err := db.Ecosystems()
	if err != nil {
		return "", nil, err
	}
	n, oldest := 0, time.Time{}
	var without []string
	for _, c := range found.Components {
		if err := ctx.Err(); err != nil {
			return "", nil, err
		}
		name := osv.EcosystemOf(c.Type)
		i := slices.IndexFunc(kept, func(e osv.Ecosystem) bool { return e.Name == name })
		if i < 0 {
			without = append(without, cmp.Or(name, c.Type))
			continue
		}
		if at := kept[i].At(); n == 0 || at.Before(oldest) {
			oldest = at
		}
		n++
		matches, err := db.Of(name, packageName(c), strings.TrimPrefix(c.Version, goPrefix(c)))
		if err != nil {
			return "", nil, err
		}
		for _, m := range matches {
			out = append(out, vulnerable(c, m))
		}
	}
	slices.Sort(without)
	without = slices.Compact(without)
	if n == 0 {
		return "", nil, fmt.Errorf("the known vulnerabilities of %s were never fetched; aipack audit --fetch gets them", strings.Join(without, ", "))
	}
	said = fmt.Sprintf("%d packages in %s, by the list as of %s", n, strings.Join(found.Read, ", "), age(oldest, r.Now()))
	if len(without) > 0 {
		said += "; not those of " + strings.Join(without, ", ") + ", which aipack audit --fetch gets"
	}
	return joined(said, strings.Join(found.Uncovered, "; ")), out, nil
}

// packageName is a package's name as OSV has it: Maven's group and artifact are divided
// by a colon there.
func packageName(c sbom.Component) string {
	if c.Type == "maven" {
		return strings.Replace(c.Name, "/", ":", 1)
	}
	return c.Name
}

// goPrefix stands before Go's versions, but not in OSV.
func goPrefix(c sbom.Component) string {
	if c.Type == "golang" {
		return "v"
	}
	return ""
}

// age says a day and how long ago that is.
func age(at, now time.Time) string {
	days := int(now.Sub(at).Hours() / 24)
	switch {
	case days < 1:
		return at.Format(time.DateOnly)
	case days == 1:
		return at.Format(time.DateOnly) + ", a day old"
	}
	return fmt.Sprintf("%s, %d days old", at.Format(time.DateOnly), days)
}

// vulnerable is a known vulnerability as a finding.
func vulnerable(c sbom.Component, m osv.Match) Finding {
	f := Finding{
		ID: identity("package", m.ID, c.Type, c.Name, c.From), Kind: Package, Severity: Severity(m.Level), Rule: m.ID,
		Message: c.Name + " " + c.Version + " has a known vulnerability", Path: c.From,
		Evidence: strings.Join(append([]string{m.ID}, m.Aliases...), ", "),
		Fix:      "There is no version without it yet: see whether the program uses what is affected, or replace the package.",
	}
	if m.Summary != "" {
		f.Message += ": " + strings.TrimSuffix(m.Summary, ".")
	}
	if m.Level == "" {
		f.Severity = Medium // nobody has said how bad it is
	}
	if m.Fixed != "" {
		f.Fix = fmt.Sprintf("Update %s to %s or later, and write the lock file again.", c.Name, m.Fixed)
	}
	return f
}
