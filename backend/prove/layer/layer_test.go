package layer

import (
	"slices"
	"strings"
	"testing"

	"github.com/moby/buildkit/solver/pb"
	digest "github.com/opencontainers/go-digest"
	"google.golang.org/protobuf/proto"

	"aipack/backend/prove/steps"
)

// graph is a build: an image, a step in it, two files copied in one step, and
// the pointer to the result.
func graph(t *testing.T) *pb.Definition {
	t.Helper()
	def := &pb.Definition{Metadata: map[string]*pb.OpMetadata{}}
	add := func(op *pb.Op, name string) string {
		b, err := proto.Marshal(op)
		if err != nil {
			t.Fatal(err)
		}
		d := string(digest.FromBytes(b))
		def.Def = append(def.Def, b)
		def.Metadata[d] = &pb.OpMetadata{Description: map[string]string{"llb.customname": name}}
		return d
	}
	base := add(&pb.Op{Op: &pb.Op_Source{Source: &pb.SourceOp{Identifier: "docker-image://a"}}}, "[2/4] FROM docker.io/library/a:1@sha256:"+strings.Repeat("a", 64))
	other := add(&pb.Op{Op: &pb.Op_Source{Source: &pb.SourceOp{Identifier: "local://context"}}}, "[internal] load build context")
	ran := add(&pb.Op{Inputs: []*pb.Input{{Digest: other}, {Digest: base}}, Op: &pb.Op_Exec{Exec: &pb.ExecOp{Mounts: []*pb.Mount{{Dest: "/x", Input: 0}, {Dest: "/", Input: 1}}}}}, "[3/4] RUN x")
	copied := add(&pb.Op{Inputs: []*pb.Input{{Digest: ran}, {Digest: other}}, Op: &pb.Op_File{File: &pb.FileOp{Actions: []*pb.FileAction{{Input: 0, Output: -1}, {Input: 2, Output: 0}}}}}, "[4/4] COPY a b ./")
	add(&pb.Op{Inputs: []*pb.Input{{Digest: copied}}}, "")
	return def
}

func TestChainOfLayers(t *testing.T) {
	chain, err := Chain(graph(t))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, l := range chain {
		names = append(names, steps.Instruction(l.Name))
	}
	if want := []string{"FROM docker.io/library/a:1", "RUN x", "COPY a b ./"}; !slices.Equal(names, want) {
		t.Errorf("%q", names)
	}
	// A builder may send anything.
	for _, bad := range []*pb.Definition{{}, {Def: [][]byte{{0xff}}}, {Def: graph(t).Def[3:]}} {
		if chain, err := Chain(bad); err == nil && len(chain) > 0 {
			t.Errorf("%v", chain)
		}
	}
}
