// Package keep commits files that aipack wrote with the user's own git, so that hooks,
// signing and configuration count as they do by hand. It says beforehand what a commit
// would do and what stands against it, commits the files that it is given and nothing
// else, and takes its own commit back while that is the newest. It changes no
// configuration, stages nothing of the user's, and never forces.
//
// A repository is hostile input: until the user asks for a commit, none of its hooks,
// filters or monitors is run. The package knows neither plans nor proofs.
package keep

import (
	"aipack/backend/base/fault"
)

// Repository is how the repository that a folder lies in stands.
type Repository struct {
	Root      string       `json:"root"`      // of its working tree, absolute
	Branch    string       `json:"branch"`    // "" where HEAD is on none
	Head      string       `json:"head"`      // the newest commit's id; "" before the first
	Author    string       `json:"author"`    // whom a commit would name: "Name <address>"
	Signs     bool         `json:"signs"`     // commits are signed
	Hooks     []string     `json:"hooks"`     // the hooks that git would run, sorted
	Submodule string       `json:"submodule"` // root of the repository whose submodule it is; ""
	Remote    string       `json:"remote"`    // where a push would go, "origin/main"; "" for nowhere
	Changed   int          `json:"changed"`   // files beside ours that git knows and that were changed
	Staged    int          `json:"staged"`    // those of them that are staged
	Refusal   *fault.Fault `json:"-"`         // why nothing can be committed now; nil
	remote    string
	upstream  string // the branch at the remote
}

// File is one that would be committed.
type File struct {
	Path    string       `json:"path"`  // from the folder, with slashes
	Known   bool         `json:"known"` // the newest commit has one by this name
	Clean   bool         `json:"clean"` // and it lies in the folder as that has it
	Refusal *fault.Fault `json:"-"`     // why it cannot be committed; nil
	indexed bool         // the index has an entry for it
}

// Order says what is to be committed.
type Order struct {
	Folder  string   // of the project
	Paths   []string // from the folder, with slashes
	Message string
	Branch  string // a new branch for the commit; "" for the one that is there
}

// Commit is one that was made.
type Commit struct {
	ID      string   `json:"id"`
	Parent  string   `json:"parent"` // "" for the first of a branch
	Branch  string   `json:"branch"`
	Message string   `json:"message"`         // as git kept it
	Paths   []string `json:"paths"`           // from the repository's root, sorted
	Extra   []string `json:"extra"`           // those of them that nobody asked for: a hook staged them
	Altered []string `json:"altered"`         // files of the order that a hook changed, from the folder
	Above   bool     `json:"above,omitempty"` // a hook made commits of its own on top of it
}
