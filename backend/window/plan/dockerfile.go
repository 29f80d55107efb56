package plan

import (
	"strings"

	"aipack/backend/base/fault"
	"aipack/backend/window/page"
	"aipack/backend/window/session"
)

// mostWritten bounds a Dockerfile written by hand, in bytes.
const mostWritten = 1 << 20

// EditDockerfile puts a Dockerfile written by hand in place of the one that
// the document gives: it is shown, exported and proved until "" or our own
// text brings ours back. Edits of the document go on, and do not change it.
func (p *Plan) EditDockerfile(runID, service, content string) (session.ServiceState, error) {
	return page.Guard(p.Page, "Plan.EditDockerfile", func() (session.ServiceState, error) {
		if len(content) > mostWritten || strings.ContainsRune(content, 0) {
			return session.ServiceState{}, &fault.Fault{
				Code:    fault.DocumentInvalid,
				Message: "This is no Dockerfile: it is larger than 1 MiB or holds a zero byte",
				Hint:    "The last text stays in force.",
			}
		}
		return p.Runs.SetDockerfile(runID, service, content)
	})
}
