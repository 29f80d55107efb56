package leak

import (
	"context"
	"errors"
	"fmt"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"aipack/backend/repo"
	"aipack/backend/repo/generated"
	"aipack/backend/secret/credential"
)

// Limits on what is read of a folder: credentials stand in small files.
const (
	mostFiles = 50_000
	mostDepth = 16
	mostFile  = 512 << 10 // bytes
	mostBytes = 96 << 20
	mostFound = 500
)

// Found is what a search came to.
type Found struct {
	Credentials []Credential // by path and line; of the history from new to old
	Read        int          // files, or changes of files
	Left        string       // what was not read and why, in a sentence; "" for nothing
}

// elsewhere are folders of other people's packages and of history.
var elsewhere = []string{".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv", "site-packages"}

// Folder searches the files of a project that its .gitignore does not leave out: these
// are what others get to read.
func Folder(ctx context.Context, project *repo.Tree) (Found, error) {
	if err := Warm(); err != nil {
		return Found{}, err
	}
	list, err := project.Walk(ctx, ".", repo.WalkOptions{
		MaxDepth: mostDepth, MaxFiles: mostFiles, Filter: repo.DirFilter{Hidden: true, Files: true, Exclude: elsewhere},
	})
	if err != nil {
		return Found{}, err
	}
	var f Found
	left, passed := mostBytes, 0
	var files []string
	for _, e := range list.Entries {
		switch {
		case e.Type != repo.TypeFile || dull(e.Path):
		case e.Size > mostFile || int(e.Size) > left:
			passed++
		default:
			left -= int(e.Size)
			files = append(files, e.Path)
		}
	}
	found := make([][]Credential, len(files))
	done := make([]bool, len(files))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, name := range files {
		group.Go(func() error {
			text, err := read(project, name)
			if err != nil || ctx.Err() != nil {
				return ctx.Err() // no text, or gone
			}
			if done[i] = true; !generated.Made(name, []byte(text)) || named(name) {
				found[i] = In(name, text)
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return f, err
	}
	for i := range files {
		f.Credentials = append(f.Credentials, found[i]...)
		if done[i] {
			f.Read++
		}
	}
	switch {
	case len(f.Credentials) > mostFound:
		f.Credentials, f.Left = f.Credentials[:mostFound], fmt.Sprintf("more than %d findings are not told", mostFound)
	case list.Truncated:
		f.Left = fmt.Sprintf("no more than %d files were looked at", mostFiles)
	case passed == 1:
		f.Left = "1 file was too large to be read"
	case passed > 0:
		f.Left = fmt.Sprintf("%d files were too many or too large to be read", passed)
	}
	return f, nil
}

// read gives a file's text, whatever its encoding; of a key store, its bytes.
func read(project *repo.Tree, name string) (string, error) {
	text, _, err := project.ReadTextHead(name, mostFile)
	if named(name) && errors.Is(err, repo.ErrBinary) {
		b, err := project.ReadBytes(name, mostFile)
		return string(b), err
	}
	return text, err
}

func named(name string) bool {
	_, is := credential.Named(name)
	return is
}

// dull reports whether a file holds nothing of people's secrets: media, archives, styles, translations, what a package
// manager has locked, what a compiler has made.
func dull(name string) bool {
	if named(name) {
		return false
	}
	base := strings.ToLower(path.Base(name))
	return machines()[path.Ext(base)] || slices.Contains([]string{"package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml"}, base) ||
		strings.HasSuffix(base, ".min.js") || strings.HasSuffix(base, ".min.css")
}

// machines are endings of files that machines read and write.
var machines = sync.OnceValue(func() map[string]bool {
	known := map[string]bool{}
	for _, e := range strings.Fields(`.png .jpg .jpeg .gif .webp .avif .ico .bmp .tiff .psd .svg .mp3 .mp4 .webm .mov .avi .ogg .wav .flac .woff .woff2
		.ttf .otf .eot .zip .gz .tgz .bz2 .xz .zst .7z .rar .whl .gem .nupkg .class .o .a .so .dylib .dll .exe .wasm .pyc .pdf .doc .docx .xls .xlsx .ppt
		.pptx .onnx .pt .parquet .npy .map .snap .lock .sum .ipynb .csv .tsv .geojson .po .pot .mo .css .scss .less .log .wsdl .xsd .dtd`) {
		known[e] = true
	}
	return known
})
