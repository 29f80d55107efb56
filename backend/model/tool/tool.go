// Package tool is what a model may do with a repository: look at its files,
// ask what aipack knows about a build system, and submit its answer. It knows
// no provider and keeps no conversation. Everything that a model writes is
// taken for hostile input, and everything read from a repository goes back as
// quoted data.
//
// The seven tools, their parameters and outputs are those of the
// specification's section 7.
package tool

import (
	"context"
	"encoding/json"

	"aipack/backend/detect/validate"
	"aipack/backend/language"
	"aipack/backend/repo"
	"aipack/backend/universalbuild"
)

// Tool is one thing that a model may ask for. The zero value of a field means
// nothing special.
type Tool struct {
	Name     string
	Aliases  []string                     // further names that are understood; a model is told Name alone
	About    string                       // what a model is told about it
	Schema   func(Limits) json.RawMessage // JSON Schema of the arguments, with their defaults
	Synonyms map[string]string            // names that models write for a parameter, and the parameter's
	Terminal bool                         // it ends the conversation when it does not fail
	Fresh    bool                         // its answers are not kept
	Tolerant bool                         // it reads its arguments itself: they are not checked against Schema

	run func(ctx context.Context, in room, args json.RawMessage) (answer, error)
}

// room is what a tool works with.
type room struct {
	repo     *repo.Tree
	registry *language.Registry
	limits   Limits
	veil     *concealer                                                                         // nil where there is no repository
	code     func() Code                                                                        // nil where the session has no tools that look at code
	judge    func(ctx context.Context, docs []universalbuild.UniversalBuild) []validate.Problem // what is wrong with a submission
	accept   func([]universalbuild.UniversalBuild)
}

// answer is what a tool has to say before it is cut to size.
type answer struct {
	items  int // how many things it lists: entries, matches, lines
	render func(keep int) rendering
	read   []string // the files whose content it shows
}

// rendering is an answer with its first items only.
type rendering struct {
	body  any    // becomes a JSON object; nil where text is the whole answer
	text  string // plain text
	notes []string
	cut   bool // something is left out
	whole bool // it is not cut, however long
}

// fixed is an answer that lists nothing.
func fixed(r rendering) (answer, error) {
	return answer{render: func(int) rendering { return r }}, nil
}

// All lists the tools in the order in which a model is told of them.
func All() []Tool {
	return []Tool{listFiles(), readFile(), searchFiles(), fileTree(), grepContent(), bestPractices(), submitDetection()}
}

// define makes a tool of a function that takes its arguments as a struct.
func define[T any](t Tool, run func(ctx context.Context, in room, args T) (answer, error)) Tool {
	t.run = func(ctx context.Context, in room, raw json.RawMessage) (answer, error) {
		var args T
		if err := json.Unmarshal(raw, &args); err != nil {
			return answer{}, refuse("the arguments do not fit: "+err.Error(), "")
		}
		return run(ctx, in, args)
	}
	return t
}

// refusal is a failure in words for the model.
type refusal struct{ problem, fix string }

func (r refusal) Error() string { return r.problem }

func refuse(problem, fix string) error { return refusal{problem, fix} }
