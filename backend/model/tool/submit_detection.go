package tool

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"errors"

	"aipack/backend/detect/validate"
	"aipack/backend/universalbuild"
)

//go:embed submit_detection.md
var submitDetectionAbout string

//go:embed submit_detection.json
var submitDetectionSchema []byte

// mostServices is how many services one submission may have.
const mostServices = 200

type submitOut struct {
	Accepted  bool                            `json:"accepted"`
	Documents []universalbuild.UniversalBuild `json:"documents"`
	Doubts    []string                        `json:"doubts,omitempty"` // what is odd and does not stand in the way
}

func submitDetection() Tool {
	return Tool{
		Name: "submit_detection", About: submitDetectionAbout,
		Terminal: true, Fresh: true, Tolerant: true,
		Schema: func(Limits) json.RawMessage { return append(json.RawMessage(nil), submitDetectionSchema...) },
		run:    runSubmitDetection,
	}
}

func runSubmitDetection(ctx context.Context, in room, args json.RawMessage) (answer, error) {
	reading, err := universalbuild.Read(unwrap(args))
	var invalid universalbuild.Invalid
	switch {
	case errors.As(err, &invalid):
		return answer{}, refuse(validate.Feedback(asProblems(invalid)), "")
	case err != nil:
		return answer{}, refuse("the document cannot be read: "+err.Error(), "")
	case len(reading.Documents) == 0:
		return answer{}, refuse("the document is empty", "Fill in metadata, build and runtime.")
	case len(reading.Documents) > mostServices:
		return answer{}, refuse("there are too many services in the document", "Submit those that are deployed.")
	}
	docs := reading.Documents
	for i := range docs {
		for j := range docs[i].Evidence {
			docs[i].Evidence[j].Source = cmp.Or(docs[i].Evidence[j].Source, "model")
		}
	}
	problems := in.judge(ctx, docs)
	if ctx.Err() != nil {
		return answer{}, refuse("checking the document took too long", "Submit it again.")
	}
	if validate.Failed(problems) {
		return answer{}, refuse(validate.Feedback(problems), "")
	}
	in.accept(docs)
	out := submitOut{Accepted: true, Documents: docs}
	for _, p := range problems {
		out.Doubts = append(out.Doubts, cmp.Or(p.Path, "the document")+": "+p.Message)
	}
	var notes []string
	for _, r := range reading.Remarks {
		notes = append(notes, r.Field+": "+r.Message)
	}
	return fixed(rendering{body: out, notes: notes, whole: true})
}

func asProblems(invalid universalbuild.Invalid) []validate.Problem {
	var out []validate.Problem
	for _, r := range invalid {
		out = append(out, validate.Problem{Path: r.Field, Rule: "schema", Level: validate.Error, Message: r.Message + ".", Fix: "Correct it."})
	}
	return out
}

// unwrap takes a document out of the one field that a model put it in, and a
// list of services out of its object.
func unwrap(args json.RawMessage) json.RawMessage {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(args, &fields); err != nil {
		return args
	}
	for _, own := range []string{"metadata", "build", "runtime", "projects", "language"} {
		if _, ok := fields[own]; ok {
			return args
		}
	}
	for _, name := range []string{"universal_build", "universalbuild", "UniversalBuild", "universalBuild", "detection", "document", "documents", "services", "result", "builds"} {
		if inner, ok := fields[name]; ok {
			return inner
		}
	}
	return args
}
