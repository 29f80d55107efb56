package history

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"aipack/backend/base/fault"
	"aipack/backend/cli"
	"aipack/backend/cli/visible"
	"aipack/backend/packaging/export"
	"aipack/backend/store"
	"aipack/backend/universalbuild"
)

// shown are the things that show can show of a run.
var shown = []string{"text", "json", "dockerfile", "evidence"}

func (d desk) show() *cobra.Command {
	var as, service string
	c := &cobra.Command{
		Use: "show RUN", Short: "Shows a run: its documents, their evidence, or their Dockerfiles", Args: oneRun,
		Long: "Show prints the documents of a run as they are now, with every edit. RUN is an\nid, the beginning of one, or last for the newest run.",
		RunE: func(c *cobra.Command, args []string) error {
			if !slices.Contains(shown, as) {
				return cli.Misuse("--as is one of " + strings.Join(shown, ", ") + ", not " + as)
			}
			return d.reading(c.Context(), func(s *store.DB) error {
				r, err := find(s, args[0])
				if err != nil {
					return err
				}
				documents, err := s.Documents(r.ID)
				if err != nil {
					return err
				}
				services, unreadable := read(documents)
				if service != "" {
					services = slices.DeleteFunc(services, func(x known) bool { return x.Service != service && x.Name != service })
					if len(services) == 0 {
						return &fault.Fault{Code: fault.FileNotFound, Message: "the run has no service " + service, Hint: "aipack history show " + args[0] + " lists them"}
					}
				}
				if err := d.shows(r, services, as); err != nil || len(unreadable) == 0 {
					return err
				}
				for _, name := range unreadable {
					visible.Fprintf(d.p.Err, "aipack: the document of %s cannot be read: it was damaged; analyse %s again\n", name, r.Path)
				}
				return cli.ErrFailed
			})
		},
	}
	c.Flags().StringVar(&as, "as", "text", "text, json, dockerfile or evidence")
	c.Flags().StringVar(&service, "service", "", "only the service of this path or name")
	return c
}

// known is a service of a run; where its Dockerfile lies, all of them decide together.
type known struct {
	store.Document
	build universalbuild.UniversalBuild
	place string // of its Dockerfile
}

// read gives the services whose documents can be read, and the keys of the others.
func read(documents []store.Document) (services []known, unreadable []string) {
	var builds []universalbuild.UniversalBuild
	for _, x := range documents {
		var b universalbuild.UniversalBuild
		if err := json.Unmarshal([]byte(x.Current()), &b); err != nil {
			unreadable = append(unreadable, x.Service)
			continue
		}
		builds = append(builds, b)
		services = append(services, known{Document: x})
	}
	for i, p := range export.Place(builds) {
		services[i].build, services[i].place = p.Document, p.Dockerfile
	}
	return services, unreadable
}

func (d desk) shows(r store.Run, services []known, as string) error {
	builds := []universalbuild.UniversalBuild{}
	for _, x := range services {
		builds = append(builds, x.build)
	}
	switch as {
	case "json":
		out := json.NewEncoder(d.p.Out)
		out.SetIndent("", "  ")
		return out.Encode(builds)
	case "dockerfile":
		return d.dockerfiles(services)
	case "evidence":
		d.evidence(builds)
		return nil
	}
	d.head(r)
	for _, b := range builds {
		fmt.Fprintln(d.p.Out)
		cli.Explain(d.p.Out, b)
	}
	return nil
}

// head says what a run was and what came of it.
func (d desk) head(r store.Run) {
	w := d.p.Out
	visible.Fprintf(w, "%s  %s\n", r.Name, r.Path)
	visible.Fprintf(w, "  run        %s\n", r.ID)
	visible.Fprintf(w, "  began      %s, took %s\n", time.UnixMilli(r.StartedAt).In(d.p.Now().Location()).Format("2006-01-02 15:04:05"),
		(time.Duration(r.DurationMS) * time.Millisecond).String())
	visible.Fprintf(w, "  came to    %s\n", state(r))
	for _, line := range [][2]string{{"model", r.Model}, {"hint", r.Hint}, {"rules only", r.RulesAlone}, {"found", r.Missing}, {"because", r.Message}, {"to do", r.Advice}} {
		if line[1] != "" {
			visible.Fprintf(w, "  %-10s %s\n", line[0], line[1])
		}
	}
}

// dockerfiles prints what builds each service: what was written by hand stays. Of the
// folder nothing is known, which may be gone: an export asks it what patterns mean.
func (d desk) dockerfiles(services []known) error {
	for _, x := range services {
		content := x.Dockerfile
		if content == "" {
			text, err := export.Dockerfile(x.build, export.Options{DockerfilePath: x.place})
			if err != nil {
				return fmt.Errorf("the Dockerfile of %s: %w", x.Service, err)
			}
			content = text.Content
		}
		if len(services) > 1 {
			visible.Fprintf(d.p.Out, "# %s\n", x.Service)
		}
		if !strings.HasSuffix(content, "\n") {
			content += "\n"
		}
		if _, err := fmt.Fprint(d.p.Out, visible.Block(content)); err != nil {
			return err
		}
	}
	return nil
}

// evidence prints why each field is as it is, one reason a line.
func (d desk) evidence(builds []universalbuild.UniversalBuild) {
	for _, b := range builds {
		visible.Fprintf(d.p.Out, "%s  (%s)\n", b.Metadata.ProjectName, b.Metadata.Path)
		for _, e := range b.Evidence {
			where := e.Path
			if e.Line > 0 {
				where = fmt.Sprintf("%s:%d", e.Path, e.Line)
			}
			visible.Fprintf(d.p.Out, "  %-32s %.2f  %-10s %s  %s\n", e.Field, e.Confidence, e.Source, strings.TrimSpace(where+"  "+e.Rule), e.Excerpt)
		}
	}
}
