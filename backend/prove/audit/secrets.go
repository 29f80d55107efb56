package audit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/packaging/keep"
	"aipack/backend/secret/leak"
)

// historyLimit is how long reading the history may take.
const historyLimit = 30 * time.Second

// files looks for credentials in the files, and tells known of each.
func files(ctx context.Context, r Request, known map[string]bool) (string, []Finding, error) {
	found, err := leak.Folder(ctx, r.Project)
	if err != nil {
		return "", nil, err
	}
	var out []Finding
	for _, l := range found.Credentials {
		known[l.Digest] = true
		out = append(out, secret(l))
	}
	return told(found, "file was read", "files were read"), out, nil
}

// history looks for credentials that a commit brought in and a later one took away.
func history(ctx context.Context, r Request, known map[string]bool) (said string, out []Finding, err error) {
	timed, stop := context.WithTimeout(ctx, historyLimit)
	defer stop()
	var found leak.Found
	shallow, err := keep.History(timed, r.Folder, func(patches io.Reader) error {
		found, err = leak.History(timed, patches, known)
		return err
	})
	var f *fault.Fault
	switch {
	case errors.As(err, &f) && f.Code == fault.NothingFound:
		return "", nil, errors.New("the folder lies in no git repository")
	case err != nil && timed.Err() == nil:
		return "", nil, err
	case err != nil && found.Left == "":
		return "", nil, errors.New("the time was up before any of it was read")
	}
	if shallow {
		found.Left = joined(found.Left, "the clone holds the newest commits only")
	}
	for _, l := range found.Credentials {
		out = append(out, secret(l))
	}
	return told(found, "change of a file was read", "changes of files were read"), out, nil
}

// told says how much was read, and what was not.
func told(f leak.Found, one, more string) string {
	said := fmt.Sprintf("%d %s", f.Read, more)
	if f.Read == 1 {
		said = "1 " + one
	}
	return joined(said, f.Left)
}

func joined(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "; " + b
}

// secret is a leak as a finding.
func secret(l leak.Credential) Finding {
	f := Finding{
		ID: identity("secret", l.Rule, l.Path, l.Digest, l.Commit), Kind: Secret, Severity: weight(l), Rule: l.Rule,
		Message: "This looks like " + l.What, Path: l.Path, Line: l.Line, Commit: l.Commit, Evidence: l.Shown,
		Fix: "Revoke it where it was issued, take it out of the file, and let the program read it from a variable.",
	}
	switch {
	case l.Line == 0 && l.Commit == "":
		f.Message = "The file is " + l.What
		f.Fix = "Take the file out of the repository, name it in .gitignore, and revoke what stands in it."
	case l.Sure:
		f.Message = "The line holds " + l.What
	}
	if l.Commit != "" {
		f.Message += ", added on " + l.Date + " and gone since"
		f.Fix = "Revoke it where it was issued: whoever has a clone has it. Rewriting the history does not help against that."
	}
	return f
}

// weight says how much a leak matters. A token in a test is seldom in use, and what only
// looks like a secret may be none; what is gone from the files is no reason to hold them back.
func weight(l leak.Credential) Severity {
	key := l.Rule == "private-key" || l.Rule == "credential-file"
	switch {
	case l.Aside && key:
		return Low
	case l.Aside:
		return Medium
	case l.Commit != "" && l.Sure:
		return High
	case l.Commit != "":
		return Low
	case l.Sure:
		return Critical
	case l.Rule == "password-in-address":
		return High
	}
	return Medium
}
