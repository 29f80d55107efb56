package proving

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"aipack/backend/base/fault"
	"aipack/backend/cli"
	"aipack/backend/cli/visible"
	"aipack/backend/prove"
	"aipack/backend/prove/preview"
	"aipack/backend/universalbuild"
)

// previewing are the flags of preview.
type previewing struct {
	analysis cli.Analysis
	builder  string
	engine   string
	env      []string
	secrets  []string
	memory   int64 // MiB
	clean    bool
}

// Preview keeps one service running until it is interrupted.
func Preview(p *cli.Program) *cobra.Command {
	var o previewing
	c := &cobra.Command{
		Use: "preview PATH", Short: "Keeps a service running on 127.0.0.1, in Docker or podman, until Ctrl-C",
		Long: "Preview builds a service's image, starts it in the Docker or podman engine with its\nports on free ones of 127.0.0.1, prints its log, and removes all of it at the end.\nWhat a preview that was killed has left is removed by the next one, or by --clean.",
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case o.clean:
				return o.sweep(c.Context(), p)
			case len(args) == 0:
				return cli.Misuse("the path of a project is wanted")
			case o.memory < 0 || o.memory > 1<<24:
				return cli.Misuse("--memory is a number of MiB")
			}
			return o.run(c.Context(), p, args[0])
		},
	}
	o.analysis.Flags(c)
	f := c.Flags()
	f.StringVar(&o.builder, "builder", "", "address of the builder; absent: found, the engine's own first")
	f.StringVar(&o.engine, "engine", "", "address of the engine: unix:///var/run/docker.sock …; absent: found")
	f.StringArrayVar(&o.env, "env", nil, envUsage)
	f.StringArrayVar(&o.secrets, "secret", nil, secretUsage)
	f.Int64Var(&o.memory, "memory", 0, "MiB that the service may use; 0: no limit of ours")
	f.BoolVar(&o.clean, "clean", false, "remove every preview, running ones too, and end")
	return c
}

func (o *previewing) sweep(ctx context.Context, p *cli.Program) error {
	e, err := preview.Choose(ctx, o.engine)
	if err != nil {
		return err
	}
	n, err := preview.Sweep(ctx, e, true)
	fmt.Fprintf(p.Out, "%d previews removed from %s\n", n, e.Address)
	return err
}

func (o *previewing) run(ctx context.Context, p *cli.Program, root string) error {
	dir, err := filepath.Abs(root)
	if err != nil {
		return err
	}
	env, err := variables(o.env, os.LookupEnv)
	if err != nil {
		return err
	}
	signIn, err := secrets(o.secrets, os.LookupEnv)
	if err != nil {
		return err
	}
	request, err := o.request(ctx, p, root, dir)
	if err != nil {
		return err
	}
	if err := asked(signIn, []universalbuild.UniversalBuild{request.Document}); err != nil {
		return err
	}
	request.Env, request.Secrets = env, signIn
	e, err := preview.Choose(ctx, o.engine)
	if err != nil {
		return err
	}
	if _, err := preview.Sweep(ctx, e, false); err != nil {
		visible.Fprintf(p.Err, "aipack: %s\n", err)
	}
	builder, err := preview.Builder(ctx, e, o.builder)
	if err != nil {
		return err
	}
	visible.Fprintf(p.Err, "aipack: building on %s, because %s; running in %s %s\n", builder.Address, builder.Why, e.Name, e.Version)
	limits := prove.Usual()
	v, err := preview.Start(ctx, e, prove.Prover{
		Builder: builder, Limits: limits, Now: p.Now, Sink: live(p.Err),
	}, request, preview.Options{Memory: o.memory << 20})
	if err != nil {
		return err
	}
	for _, one := range v.Ports {
		fmt.Fprintf(p.Out, "port %d: http://%s\n", one.Port, one.Address)
	}
	fmt.Fprintln(p.Err, "aipack: Ctrl-C ends it")
	err = v.Follow(ctx, p.Out)
	code, ended := 0, false
	if ctx.Err() == nil && err == nil { // the log has ended: so has the program
		code, ended = lastCode(v)
	}
	if err := errors.Join(err, v.Stop(context.WithoutCancel(ctx))); err != nil {
		return err
	}
	if ended && code != 0 {
		return &fault.Fault{
			Code: fault.CommandFailed, Message: fmt.Sprintf("the service ended by itself with exit code %d", code),
			Hint: "if it printed why, that stands above",
		}
	}
	return nil
}

// lastCode waits a moment for the engine to notice the end.
func lastCode(v *preview.Running) (code int, ended bool) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	for ctx.Err() == nil {
		running, code, err := v.Running(ctx)
		if err == nil && !running {
			return code, true
		}
		time.Sleep(100 * time.Millisecond)
	}
	return 0, false
}

// request picks the service.
func (o *previewing) request(ctx context.Context, p *cli.Program, root, dir string) (prove.Request, error) {
	found, err := p.Find(ctx, o.analysis, root)
	if err != nil {
		return prove.Request{}, err
	}
	if len(found.Documents) == 0 {
		visible.Fprintf(p.Err, "aipack: %s\n", found.Context.Structure().Missing)
		return prove.Request{}, cli.ErrNothing
	}
	if len(found.Documents) > 1 {
		var paths []string
		for _, d := range found.Documents {
			paths = append(paths, d.Metadata.Path)
		}
		return prove.Request{}, cli.Misuse(fmt.Sprintf("there are several services; pick one with --service: %q", paths))
	}
	return prove.Request{Document: found.Documents[0], Dir: dir}, nil
}
