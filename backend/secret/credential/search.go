package credential

import (
	"context"
	"errors"
	"path"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/repo"
)

// Search looks through a folder that is about to be sent to a build.
type Search struct {
	Sent   func(file string) bool // whether the build gets a file, were it not for credentials; nil: all
	Needed []string               // files that the plan copies by name
}

// Findings are the credentials in a folder. Paths are relative to it.
type Findings struct {
	Out    []Found  // what nothing needs: it stays out of the image
	In     []Kept   // what comes along all the same
	Public []string // named like a credential, and none
	Cut    bool     // there was more than could be looked at
}

// Kept is a credential that comes along because something needs it.
type Kept struct {
	Found
	By   string // the source that names it, the plan; "" where it stands within something else
	Line int    // of By
}

// What is read: credentials stand in small files.
const (
	mostFiles = 200_000
	mostDepth = 16
	mostFile  = 256 << 10
	mostBytes = 96 << 20
)

// elsewhere are folders of other people's packages and of history.
var elsewhere = []string{".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv", "site-packages"}

// Look searches the folder dir of a project. What cannot be read is passed over:
// no build gets it either.
func (s Search) Look(ctx context.Context, project *repo.Tree, dir string) (Findings, error) {
	list, err := project.Walk(ctx, dir, repo.WalkOptions{
		MaxDepth: mostDepth, MaxFiles: mostFiles, Filter: repo.DirFilter{Hidden: true, Files: true, Ignored: true, All: true, Exclude: elsewhere},
	})
	if err != nil {
		return Findings{}, err
	}
	l := &look{Search: s, project: project, dir: dir, left: mostBytes}
	l.Cut = list.Truncated
	for _, e := range list.Entries {
		if e.Type != repo.TypeFile {
			continue
		}
		if ctx.Err() != nil {
			return Findings{}, ctx.Err()
		}
		l.file(below(dir, e.Path), e.Size)
	}
	l.settle(ctx)
	return l.Findings, ctx.Err()
}

// look is one search.
type look struct {
	Search
	Findings
	project *repo.Tree
	dir     string
	left    int64 // bytes that may still be read
	naming  []string
	beside  []Found // credentials of kinds that sources may need
}

// file looks at one file.
func (l *look) file(name string, size int64) {
	if l.Sent != nil && !l.Sent(name) {
		return
	}
	if speaks(name) {
		l.naming = append(l.naming, name)
	}
	kind, named := Named(name)
	switch {
	case named && kind.Holds == nil && kind.Inside == nil:
		l.found(Found{name, kind.What, 0}, kind.Beside)
		return
	case named && size > mostFile: // no settings are so large; whose name alone says it is believed
		if kind.Always {
			l.found(Found{name, kind.What, 0}, kind.Beside)
		}
		return
	case !named && (size > mostFile || size == 0 || media[strings.ToLower(path.Ext(name))]):
		return
	}
	text, ok := l.read(name)
	if !ok {
		if named && kind.Always {
			l.found(Found{name, kind.What, 0}, kind.Beside)
		}
		return
	}
	if found, held := In(name, text); held {
		l.found(found, kind.Beside || !named)
		return
	}
	if named && kind.Inside != nil {
		return
	}
	if named && kind.Always || hidden(name) {
		l.Public = append(l.Public, name)
	}
	if what, line := Token(text); what != "" && !Prose(name) && (what != aPrivateKey || len(privateKey(text)) > 0) {
		l.In = append(l.In, Kept{Found: Found{name, what, line}})
	}
}

// found takes a credential. One that the plan copies by name comes along.
func (l *look) found(f Found, beside bool) {
	switch {
	case slices.Contains(l.Needed, f.Path):
		l.In = append(l.In, Kept{Found: f, By: "the plan"})
	case beside:
		l.beside = append(l.beside, f)
	default:
		l.Out = append(l.Out, f)
	}
}

// hidden reports whether a pattern of ours leaves out a file that Named does not
// take for a credential: an example.
func hidden(name string) bool {
	if !Example(name) {
		return false
	}
	k, named := kindOf(name)
	return named && k.Always && !strings.HasPrefix(path.Base(name), ".env.")
}

// read gives a file's text, whatever its encoding; of what is no text, its bytes.
func (l *look) read(name string) (string, bool) {
	if l.left <= 0 {
		l.Cut = true
		return "", false
	}
	at := path.Join(l.dir, name)
	text, _, err := l.project.ReadTextHead(at, mostFile)
	if errors.Is(err, repo.ErrBinary) {
		var b []byte
		b, err = l.project.ReadBytes(at, mostFile)
		text = string(b)
	}
	l.left -= int64(len(text))
	return text, err == nil
}

// settle decides about the credentials that a source may need: it reads the
// sources where there are such.
func (l *look) settle(ctx context.Context) {
	if len(l.beside) == 0 {
		return
	}
	needed := map[string]Kept{}
	for _, name := range l.naming {
		if len(needed) == len(l.beside) || ctx.Err() != nil {
			break
		}
		text, ok := l.read(name)
		if !ok {
			continue
		}
		for _, f := range l.beside {
			if _, known := needed[f.Path]; known || f.Path == name {
				continue
			}
			if line := namedIn(name, text, f.Path); line > 0 {
				needed[f.Path] = Kept{f, name, line}
			}
		}
	}
	for _, f := range l.beside {
		if k, ok := needed[f.Path]; ok {
			l.In = append(l.In, k)
		} else {
			l.Out = append(l.Out, f)
		}
	}
}

// below gives a path relative to a folder above it.
func below(dir, name string) string {
	if dir == "." || dir == "" {
		return name
	}
	return strings.TrimPrefix(name, path.Clean(dir)+"/")
}

// media are endings of files that hold no text of ours.
var media = extensions(`.png .jpg .jpeg .gif .webp .avif .ico .bmp .tiff .psd .mp3 .mp4 .webm .mov .avi .ogg .wav .flac .woff .woff2 .ttf .otf .eot .zip .gz .tgz .bz2 .xz .zst .7z .rar .jar .war .ear .whl .gem .nupkg
	.class .o .a .so .dylib .dll .exe .wasm .pyc .pdf .doc .docx .xls .xlsx .ppt .pptx .onnx .pt .bin .parquet .npy .map .snap .lock`)

// Told says in a sentence that a credential comes along, and why; dir is the
// folder that was searched, relative to the project.
func (k Kept) Told(dir string) string {
	at := path.Join(dir, k.Path)
	if k.Found.Line > 0 {
		at += ":" + strconv.Itoa(k.Found.Line)
	}
	switch {
	case k.By == "":
		return at + " holds " + k.What + ", which comes into the image"
	case k.Line == 0:
		return at + " (" + k.What + ") comes into the image: " + k.By + " copies it by name"
	}
	return at + " (" + k.What + ") comes into the image: " + path.Join(dir, k.By) + ":" + strconv.Itoa(k.Line) + " reads it"
}
