package proving

import (
	"context"

	"aipack/backend/base/appdir"
	"aipack/backend/base/plural"
	"aipack/backend/cli"
	"aipack/backend/cli/visible"
	"aipack/backend/prove"
	"aipack/backend/prove/resume"
)

// session goes on with the repair that was cut off, or begins one. Where the project's
// database cannot be had, the repair is not saved, and that is said.
func (o *options) session(ctx context.Context, p *cli.Program, root string, requests []prove.Request) resume.Found {
	data, err := appdir.Data()
	var found resume.Found
	if err == nil {
		found, err = resume.Open(ctx, data, root, requests, o.anew, p.Now)
	}
	switch {
	case err != nil:
		visible.Fprintf(p.Err, "aipack: the repair is not saved, so it cannot go on after a crash: %s\n", err)
	case !found.Since.IsZero():
		visible.Fprintf(p.Err, "aipack: going on with the repair of %s that was cut off, after %s; --anew begins again\n",
			found.Since.Local().Format("2 January 15:04"), plural.Of(found.Session.Attempts(), "try", "tries"))
	}
	return found
}
