package prove

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/moby/buildkit/client/llb"
	gateway "github.com/moby/buildkit/frontend/gateway/client"
	"github.com/moby/buildkit/solver/pb"
	digest "github.com/opencontainers/go-digest"
	"golang.org/x/sync/errgroup"
	"google.golang.org/protobuf/proto"

	"aipack/backend/prove/printed"
	"aipack/backend/prove/steps"
)

// mostLayers is how many layers of our own are weighed.
const mostLayers = 60

// link is one file system that the image went through while it was built: the
// base image first, then one for each instruction that changed something.
type link struct {
	digest digest.Digest
	output int64
	name   string // "[build 3/6] RUN npm ci"
}

// base reports whether it is the image that the final stage begins with.
func (l link) base() bool { return strings.HasPrefix(steps.Instruction(l.name), "FROM ") }

// rest gives the base what the layers above it leave of the image's size.
func (i *Image) rest() {
	if len(i.Layers) == 0 || !strings.HasPrefix(i.Layers[0].Command, "FROM ") {
		return
	}
	left := i.SizeBytes
	for _, l := range i.Layers[1:] {
		left -= l.SizeBytes
	}
	i.Layers[0].SizeBytes = max(0, left)
}

// weigh says what each layer adds. BuildKit's gateway names neither layers nor
// their sizes, but it hands out the graph that it built: each step on the way
// to the image is taken once more, all out of the cache, as the difference to
// the step before it, and the probe adds the files up.
func (s *session) weigh(ctx context.Context, gw gateway.Client) ([]Layer, error) {
	state, err := s.image.ToState()
	if err != nil {
		return nil, err
	}
	marshalled, err := state.Marshal(ctx)
	if err != nil {
		return nil, err
	}
	graph := marshalled.ToPB()
	chain, err := chainOf(graph)
	if err != nil {
		return nil, err
	}
	refs, err := differences(ctx, gw, graph, chain)
	if err != nil {
		return nil, err
	}
	sizes, err := s.measure(ctx, gw, refs)
	if err != nil {
		return nil, err
	}
	lines, layers := steps.Of(s.dockerfile), make([]Layer, len(chain))
	for i, l := range chain {
		_, line := lines.At(l.name)
		layers[i] = Layer{Command: steps.Instruction(l.name), Line: line, SizeBytes: sizes[i], Count: 1}
	}
	// The history has a line for each layer, those of the base included.
	if base := len(s.report.Image.Layers) - len(layers) + 1; len(layers) > 0 && chain[0].base() {
		layers[0].Count = max(1, base)
		layers[0].Line = lines.LastFrom() // the same image may begin several stages
	}
	return layers, nil
}

// chainOf walks from the image down to its base.
func chainOf(graph *pb.Definition) ([]link, error) {
	ops := map[digest.Digest]*pb.Op{}
	var at link
	for _, raw := range graph.Def {
		var op pb.Op
		if err := proto.Unmarshal(raw, &op); err != nil {
			return nil, fmt.Errorf("reading the builder's graph: %w", err)
		}
		d := digest.FromBytes(raw)
		ops[d] = &op
		if op.Op == nil && len(op.Inputs) == 1 { // the last one only points to the result
			at = link{digest: digest.Digest(op.Inputs[0].Digest), output: op.Inputs[0].Index}
		}
	}
	var chain []link
	for at.digest != "" {
		op := ops[at.digest]
		if op == nil || len(chain) > mostLayers {
			return nil, errors.New("the builder's graph has no end")
		}
		if m := graph.Metadata[string(at.digest)]; m != nil {
			at.name = m.Description["llb.customname"]
		}
		chain = append([]link{at}, chain...)
		at = below(op, at.output)
	}
	return chain, nil
}

// below is what a step stood on; none for a base image and for scratch.
func below(op *pb.Op, output int64) link {
	input := int64(-1)
	switch o := op.Op.(type) {
	case *pb.Op_Exec:
		for _, m := range o.Exec.Mounts {
			if m.Dest == "/" {
				input = m.Input
			}
		}
	case *pb.Op_File:
		input = fileInput(o.File, int64(len(op.Inputs)), output)
	case *pb.Op_Merge:
		input = 0
	}
	if input < 0 || input >= int64(len(op.Inputs)) {
		return link{}
	}
	return link{digest: digest.Digest(op.Inputs[input].Digest), output: op.Inputs[input].Index}
}

// fileInput follows the actions of one step back to the input they change:
// numbers from the count of inputs on mean earlier actions (solver/pb/ops.proto).
func fileInput(f *pb.FileOp, inputs, output int64) int64 {
	input := int64(-1)
	for _, a := range f.Actions {
		if a.Output == output {
			input = a.Input
		}
	}
	for range f.Actions {
		if input < inputs {
			break
		}
		if input-inputs >= int64(len(f.Actions)) {
			return -1
		}
		input = f.Actions[input-inputs].Input
	}
	return input
}

// differences gives, for each link, what it adds to the one before it.
func differences(ctx context.Context, gw gateway.Client, graph *pb.Definition, chain []link) ([]gateway.Reference, error) {
	refs := make([]gateway.Reference, len(chain))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(4)
	before := llb.Scratch()
	for i, l := range chain {
		now, err := stateAt(graph, l)
		if err != nil {
			return nil, err
		}
		// The internal mark keeps it out of the report's steps.
		difference := llb.Diff(before, now, llb.WithCustomName("[internal] layer"))
		before = now
		if l.base() {
			continue // it is large, and what is left when the others are known
		}
		group.Go(func() error {
			def, err := difference.Marshal(ctx)
			if err != nil {
				return err
			}
			result, err := gw.Solve(ctx, gateway.SolveRequest{Definition: def.ToPB(), Evaluate: true})
			if err != nil {
				return err
			}
			refs[i], err = result.SingleRef()
			return err
		})
	}
	return refs, group.Wait()
}

// stateAt is the file system after a link: the same graph, pointing there.
func stateAt(graph *pb.Definition, l link) (llb.State, error) {
	end, err := proto.Marshal(&pb.Op{Inputs: []*pb.Input{{Digest: string(l.digest), Index: l.output}}})
	if err != nil {
		return llb.State{}, err
	}
	def := &pb.Definition{Metadata: graph.Metadata, Def: append(append([][]byte{}, graph.Def...), end)}
	op, err := llb.NewDefinitionOp(def)
	if err != nil {
		return llb.State{}, err
	}
	return llb.NewState(op.Output()), nil
}

// weighWithin is how long the files of an image may take to be added up.
const weighWithin = 2 * time.Minute

// endOf waits for the end of a process no longer than that, nor than the context: where
// BuildKit (v0.33) has lost its stream of messages, nobody hears of an end.
func endOf(ctx context.Context, p gateway.ContainerProcess, within time.Duration) error {
	ctx, cancel := context.WithTimeoutCause(ctx, within, fmt.Errorf("it did not end within %s", within))
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- p.Wait() }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// measure lets the probe add up the files of each reference, in a container
// that holds nothing else.
func (s *session) measure(ctx context.Context, gw gateway.Client, refs []gateway.Reference) ([]int64, error) {
	mounts := []gateway.Mount{{Dest: "/", Ref: s.probe, MountType: pb.MountType_BIND}}
	args := []string{"/probe", "weigh"}
	var wanted []int
	for i, ref := range refs {
		if ref == nil { // nothing was added
			continue
		}
		folder := fmt.Sprintf("/layers/%d", i)
		mounts = append(mounts, gateway.Mount{Dest: folder, Ref: ref, MountType: pb.MountType_BIND, Readonly: true})
		args, wanted = append(args, folder), append(wanted, i)
	}
	container, err := gw.NewContainer(ctx, gateway.NewContainerRequest{NetMode: pb.NetMode_NONE, Mounts: mounts})
	if err != nil {
		return nil, err
	}
	defer container.Release(context.WithoutCancel(ctx))
	var found []int64
	out := &printed.Lines{Each: func(b []byte) { _ = json.Unmarshal(b, &found) }}
	p, err := container.Start(ctx, gateway.StartRequest{Args: args, Cwd: "/", Stdout: out})
	if err != nil {
		return nil, err
	}
	if err := endOf(ctx, p, weighWithin); err != nil {
		return nil, err
	}
	if len(found) != len(wanted) {
		return nil, errors.New("the layers could not be measured")
	}
	sizes := make([]int64, len(refs))
	for n, i := range wanted {
		sizes[i] = found[n]
	}
	return sizes, nil
}
