package prove

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strconv"

	"github.com/moby/buildkit/client/llb"
	gateway "github.com/moby/buildkit/frontend/gateway/client"
	"github.com/moby/buildkit/solver/pb"
	"github.com/moby/buildkit/util/staticfs"
	fsutiltypes "github.com/tonistiigi/fsutil/types"

	"aipack/backend/universalbuild"
)

// initialName is what BuildKit knows the initial files by.
const initialName = "initial"

// The bounds on what one data service is given: they are held in memory.
const (
	mostInitial     = 500
	mostInitialSize = 32 << 20
)

// placed is where a data service finds what was laid out for it.
type placed struct {
	at string // in what is handed over
	to string // in its container
}

// initial reads what a data service runs while it has no data. A link that
// leads out of the project is refused, and so is more than a proof holds.
func initial(project func() (*os.Root, error), files []universalbuild.InitialFile) (*staticfs.FS, []placed, error) {
	laid := &laying{out: staticfs.NewFS()}
	if len(files) == 0 {
		return laid.out, nil, nil
	}
	root, err := project()
	if err != nil {
		return nil, nil, fmt.Errorf("reading its initial files: %w", err)
	}
	defer root.Close()
	var set []placed
	for i, f := range files {
		at := strconv.Itoa(i)
		laid.folder(at)
		at = path.Join(at, path.Base(f.To))
		if err := laid.lay(root, path.Clean(f.From), at, true); err != nil {
			return nil, nil, fmt.Errorf("its initial file %s cannot be handed over: %w", f.From, err)
		}
		set = append(set, placed{"/" + at, f.To})
	}
	return laid.out, set, nil
}

// laying lays files out in memory.
type laying struct {
	out   *staticfs.FS
	count int
	size  int64
}

func (l *laying) folder(at string) {
	l.out.Add(at, &fsutiltypes.Stat{Mode: uint32(fs.ModeDir | 0o755)}, nil)
}

// lay takes a file, or the files of a folder: what lies deeper is run by no
// image.
func (l *laying) lay(root *os.Root, from, at string, deeper bool) error {
	info, err := root.Stat(from)
	switch {
	case err != nil:
		return err
	case info.Mode().IsRegular():
		return l.file(root, from, at, info)
	case !info.IsDir() || !deeper:
		return nil
	}
	l.folder(at)
	list, err := fs.ReadDir(root.FS(), from)
	if err != nil {
		return err
	}
	for _, one := range list {
		if err := l.lay(root, path.Join(from, one.Name()), path.Join(at, one.Name()), false); err != nil {
			return err
		}
	}
	return nil
}

var errTooMuchInitial = fmt.Errorf("together there are more than %d files or %d MiB, which a proof does not hand over", mostInitial, mostInitialSize>>20)

func (l *laying) file(root *os.Root, from, at string, info fs.FileInfo) error {
	l.count++
	if l.size += info.Size(); l.count > mostInitial || l.size > mostInitialSize {
		return errTooMuchInitial
	}
	f, err := root.Open(from)
	if err != nil {
		return err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, info.Size()+1))
	if err != nil {
		return err
	}
	if int64(len(data)) > info.Size() {
		return errors.New("it grew while it was read")
	}
	mode := uint32(0o644) // whoever the data service runs as has to read it
	if info.Mode()&0o111 != 0 {
		mode = 0o755
	}
	l.out.Add(at, &fsutiltypes.Stat{Mode: mode}, data)
	return nil
}

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
		mounts = append(mounts, gateway.Mount{Dest: one.to, Selector: one.at, Ref: ref, MountType: pb.MountType_BIND, Readonly: true})
	}
	return mounts, nil
}
