package prove

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	gateway "github.com/moby/buildkit/frontend/gateway/client"
	"github.com/moby/buildkit/solver/pb"

	"aipack/backend/prove/layer"
	"aipack/backend/prove/printed"
	"aipack/backend/prove/steps"
)

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
	chain, err := layer.Chain(graph)
	if err != nil {
		return nil, err
	}
	refs, err := layer.Differences(ctx, gw, graph, chain)
	if err != nil {
		return nil, err
	}
	sizes, err := s.measure(ctx, gw, refs)
	if err != nil {
		return nil, err
	}
	lines, layers := steps.Of(s.dockerfile), make([]Layer, len(chain))
	for i, l := range chain {
		_, line := lines.At(l.Name)
		layers[i] = Layer{Command: steps.Instruction(l.Name), Line: line, SizeBytes: sizes[i], Count: 1}
	}
	// The history has a line for each layer, those of the base included.
	if base := len(s.report.Image.Layers) - len(layers) + 1; len(layers) > 0 && chain[0].Base() {
		layers[0].Count = max(1, base)
		layers[0].Line = lines.LastFrom() // the same image may begin several stages
	}
	return layers, nil
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
