// Package layer reads, out of the graph that BuildKit built, which file systems an image
// went through, and what each adds to the one before. It does not know what the layers
// weigh, nor which instruction of a Dockerfile made one.
package layer

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/moby/buildkit/client/llb"
	gateway "github.com/moby/buildkit/frontend/gateway/client"
	"github.com/moby/buildkit/solver/pb"
	digest "github.com/opencontainers/go-digest"
	"golang.org/x/sync/errgroup"
	"google.golang.org/protobuf/proto"

	"aipack/backend/prove/steps"
)

// mostLayers is how many layers of our own are weighed.
const mostLayers = 60

// Link is one file system that the image went through while it was built: the
// base image first, then one for each instruction that changed something.
type Link struct {
	digest digest.Digest
	output int64
	Name   string // "[build 3/6] RUN npm ci"
}

// Base reports whether it is the image that the final stage begins with.
func (l Link) Base() bool { return strings.HasPrefix(steps.Instruction(l.Name), "FROM ") }

// Chain walks from the image down to its base.
func Chain(graph *pb.Definition) ([]Link, error) {
	ops := map[digest.Digest]*pb.Op{}
	var at Link
	for _, raw := range graph.Def {
		var op pb.Op
		if err := proto.Unmarshal(raw, &op); err != nil {
			return nil, fmt.Errorf("reading the builder's graph: %w", err)
		}
		d := digest.FromBytes(raw)
		ops[d] = &op
		if op.Op == nil && len(op.Inputs) == 1 { // the last one only points to the result
			at = Link{digest: digest.Digest(op.Inputs[0].Digest), output: op.Inputs[0].Index}
		}
	}
	var chain []Link
	for at.digest != "" {
		op := ops[at.digest]
		if op == nil || len(chain) > mostLayers {
			return nil, errors.New("the builder's graph has no end")
		}
		if m := graph.Metadata[string(at.digest)]; m != nil {
			at.Name = m.Description["llb.customname"]
		}
		chain = append([]Link{at}, chain...)
		at = below(op, at.output)
	}
	return chain, nil
}

// below is what a step stood on; none for a base image and for scratch.
func below(op *pb.Op, output int64) Link {
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
		return Link{}
	}
	return Link{digest: digest.Digest(op.Inputs[input].Digest), output: op.Inputs[input].Index}
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

// Differences gives, for each link, what it adds to the one before it.
func Differences(ctx context.Context, gw gateway.Client, graph *pb.Definition, chain []Link) ([]gateway.Reference, error) {
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
		if l.Base() {
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
func stateAt(graph *pb.Definition, l Link) (llb.State, error) {
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
