package prove

import (
	"context"
	"fmt"

	"github.com/moby/buildkit/client/llb"
	gateway "github.com/moby/buildkit/frontend/gateway/client"
	"github.com/moby/buildkit/solver/pb"
)

// initialName is what BuildKit knows the initial files by.
const initialName = "initial"

// give hands the initial files to the builder and says where they lie.
func (s *dataServiceRun) give(ctx context.Context, gw gateway.Client) ([]gateway.Mount, error) {
	if len(s.set) == 0 {
		return nil, nil
	}
	def, err := llb.Local(initialName).Marshal(ctx)
	if err != nil {
		return nil, err
	}
	result, err := gw.Solve(ctx, gateway.SolveRequest{Definition: def.ToPB(), Evaluate: true})
	if err != nil {
		return nil, fmt.Errorf("handing its initial files over: %w", err)
	}
	ref, err := result.SingleRef()
	if err != nil {
		return nil, err
	}
	var mounts []gateway.Mount
	for _, one := range s.set {
		mounts = append(mounts, gateway.Mount{Dest: one.To, Selector: one.At, Ref: ref, MountType: pb.MountType_BIND, Readonly: true})
	}
	return mounts, nil
}
