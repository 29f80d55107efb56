package variables

import (
	"context"
	"slices"
	"strings"

	"aipack/backend/base/fault"
	"aipack/backend/universalbuild"
	"aipack/backend/window/page"
	"aipack/backend/window/session"
)

// ProofVariable is one that a service is proved and previewed with.
type ProofVariable struct {
	Name   string `json:"name"`
	Value  string `json:"value"` // "" for a secret
	Secret bool   `json:"secret"`
	Kept   string `json:"kept"` // history, keychain, session; "" for a secret whose value is gone
}

// Variables are what the user gives a project's services to be proved and
// previewed with.
type Variables struct {
	Page *page.Link
	Runs *session.Registry
	Book *Book
}

// List lists what a service is proved and previewed with, by name.
func (vs *Variables) List(runID, service string) ([]ProofVariable, error) {
	return page.Guard(vs.Page, "Variables.List", func() ([]ProofVariable, error) {
		r, err := vs.Runs.Run(runID)
		if err != nil {
			return nil, err
		}
		return vs.list(r, service)
	})
}

func (vs *Variables) list(r *session.Run, service string) ([]ProofVariable, error) {
	rows, err := vs.Book.List(r.Path(), service)
	out := make([]ProofVariable, len(rows))
	for i, row := range rows {
		out[i] = ProofVariable(row)
	}
	return out, err
}

// Set gives a service a variable for its proofs and previews. The
// value is kept with the project, and no file that is exported has it.
func (vs *Variables) Set(runID, service, name, value string) ([]ProofVariable, error) {
	return page.Guard(vs.Page, "Variables.Set", func() ([]ProofVariable, error) {
		r, err := vs.Runs.Run(runID)
		if err != nil {
			return nil, err
		}
		if err := proper(name, value); err != nil {
			return nil, err
		}
		state, err := vs.Runs.Service(runID, service)
		if err != nil {
			return nil, err
		}
		if err := vs.Book.Set(Account{Folder: r.Path(), Service: service, Name: name}, value, IsSecret(session.Parsed(state.Document), name, value)); err != nil {
			return nil, err
		}
		return vs.list(r, service)
	})
}

// Remove forgets one.
func (vs *Variables) Remove(runID, service, name string) ([]ProofVariable, error) {
	return page.Guard(vs.Page, "Variables.Remove", func() ([]ProofVariable, error) {
		r, err := vs.Runs.Run(runID)
		if err != nil {
			return nil, err
		}
		if err := vs.Book.Remove(Account{Folder: r.Path(), Service: service, Name: name}); err != nil {
			return nil, err
		}
		return vs.list(r, service)
	})
}

// Reveal gives the value of a secret, for the user to look at.
func (vs *Variables) Reveal(runID, service, name string) (string, error) {
	return page.Guard(vs.Page, "Variables.Reveal", func() (string, error) {
		r, err := vs.Runs.Run(runID)
		if err != nil {
			return "", err
		}
		value, kept := vs.Book.Secret(context.Background(), Account{Folder: r.Path(), Service: service, Name: name})
		if kept == "" {
			return "", &fault.Fault{Code: fault.FileNotFound, Message: "The value of " + name + " is not kept any more", Hint: "Give it again."}
		}
		return value.Reveal(), nil
	})
}

// longestVariable bounds a value, in bytes: Linux takes 128 KiB in one.
const longestVariable = 64 << 10

// proper refuses what no environment can carry.
func proper(name, value string) error {
	switch {
	case !universalbuild.VariableName(name):
		return &fault.Fault{Code: fault.WrongUse, Message: "This cannot be the name of a variable", Hint: "A name has letters, digits and _ . -, and no digit first."}
	case strings.ContainsRune(value, 0):
		return &fault.Fault{Code: fault.WrongUse, Message: "The value of " + name + " holds a zero byte", Hint: "No environment can carry one."}
	case len(value) > longestVariable:
		return &fault.Fault{Code: fault.WrongUse, Message: "The value of " + name + " is longer than 64 KiB", Hint: "Linux takes little more in one variable."}
	}
	return nil
}

// IsSecret reports whether a value must not be shown: its name or the value
// says so, or the program's own files did.
func IsSecret(doc universalbuild.UniversalBuild, name, value string) bool {
	list, _ := doc.BuildSecrets()
	return universalbuild.SecretValue(name, value) || slices.ContainsFunc(list, func(s universalbuild.Secret) bool { return s.ID == name }) ||
		slices.ContainsFunc(doc.Runtime.Variables, func(v universalbuild.Variable) bool { return v.Name == name && v.Secret })
}
