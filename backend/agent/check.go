package agent

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"

	"aipack/backend/agent/edit"
	"aipack/backend/base/fault"
	"aipack/backend/code/codecheck"
	"aipack/backend/model/tool"
)

// mostProblems are so many problems of a change that are told of: who reads more has
// understood long before.
const mostProblems = 8

// checked is a change with what it would make wrong, as far as the sources tell. One
// after which the file cannot be parsed is refused the first time, with the place: a model
// mends that by itself. Where it insists the user decides.
func (l *lookout) checked(ctx context.Context, c edit.Change) (edit.Change, error) {
	if l.hands.Reader == nil {
		return c, nil
	}
	now := tool.Code{}
	if l.code != nil {
		now = l.code()
	}
	problems, err := codecheck.Edited(ctx, l.hands.Reader, now.Graph, codecheck.Edit{Path: c.Path, Before: c.Before, After: c.After})
	if err != nil {
		if ctx.Err() == nil {
			c.Problems = []string{"whether it parses was not looked at: " + err.Error()}
		}
		return c, nil
	}
	for i, p := range problems {
		if i == mostProblems {
			c.Problems = append(c.Problems, fmt.Sprintf("and %d more", len(problems)-mostProblems))
			break
		}
		at := p.Path
		if p.Line > 0 {
			at = fmt.Sprintf("%s:%d", p.Path, p.Line)
		}
		c.Problems = append(c.Problems, at+": "+p.Message)
	}
	if c.Unparsed = !codecheck.Parses(problems); !c.Unparsed {
		return c, nil
	}
	key := sha256.Sum256(bytes.Join([][]byte{[]byte(c.Path), c.After}, []byte{0}))
	if l.refused[key] {
		return c, nil
	}
	if l.refused == nil {
		l.refused = map[[sha256.Size]byte]bool{}
	}
	l.refused[key] = true
	return c, &fault.Fault{
		Code: fault.EditConflict, Message: c.Path + " could not be parsed any more: " + c.Problems[0] + "; nothing was changed",
		Hint: "mend the change; where it is meant so, the same once more is shown to the user",
	}
}
