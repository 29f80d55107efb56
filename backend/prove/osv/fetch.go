package osv

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"time"

	"aipack/backend/base/fault"
)

// Source is where OSV publishes its database
// (https://google.github.io/osv.dev/data/#data-dumps).
const Source = "https://osv-vulnerabilities.storage.googleapis.com"

// mostArchive is how large an archive may be, in bytes; npm's has some 150 MB.
const mostArchive = 2 << 30

// ecosystems are OSV's names by the type of a package URL.
var ecosystems = map[string]string{
	"npm": "npm", "golang": "Go", "cargo": "crates.io", "gem": "RubyGems", "composer": "Packagist", "pypi": "PyPI", "hex": "Hex", "nuget": "NuGet", "maven": "Maven",
}

// EcosystemOf is OSV's name for the type of a package URL; "" for one that it has not.
func EcosystemOf(purl string) string { return ecosystems[purl] }

// Fetch asks a source for an ecosystem's archive and imports it. progress hears how many
// bytes there are so far.
func (d *Database) Fetch(ctx context.Context, source, ecosystem string, now time.Time, progress func(bytes int64)) (int, error) {
	if !slices.Contains(known(), ecosystem) {
		return 0, &fault.Fault{Code: fault.NothingFound, Message: "there is no ecosystem " + ecosystem, Hint: fmt.Sprintf("It is one of %v.", known())}
	}
	address := source + "/" + url.PathEscape(ecosystem) + "/all.zip"
	file, asOf, err := download(ctx, address, now, progress)
	if err != nil {
		return 0, &fault.Fault{
			Code: fault.NetworkError, Message: "the known vulnerabilities of " + ecosystem + " could not be fetched from " + source,
			Hint: "Try again later, or fetch " + address + " elsewhere and give its folder with --advisories. What was fetched before still counts.", Err: err,
		}
	}
	defer func() { _ = os.Remove(file.Name()) }() // the archive is in the database, or of no use
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return 0, err
	}
	return d.Import(ecosystem, file, info.Size(), asOf)
}

// ImportFolder imports ECOSYSTEM/all.zip, or ECOSYSTEM.zip, of a folder for each of the
// ecosystems; those that are not there are passed over. It says which were.
func (d *Database) ImportFolder(folder string, wanted []string) (done []string, err error) {
	for _, e := range wanted {
		for _, name := range []string{filepath.Join(folder, e, "all.zip"), filepath.Join(folder, e+".zip")} {
			file, err := os.Open(name)
			if os.IsNotExist(err) {
				continue
			}
			if err != nil {
				return done, err
			}
			info, err := file.Stat()
			if err == nil {
				_, err = d.Import(e, file, info.Size(), info.ModTime())
			}
			file.Close()
			if err != nil {
				return done, err
			}
			done = append(done, e)
			break
		}
	}
	return done, nil
}

func known() []string {
	var out []string
	for _, e := range ecosystems {
		out = append(out, e)
	}
	slices.Sort(out)
	return out
}

// download puts what an address gives into a temporary file.
func download(ctx context.Context, address string, now time.Time, progress func(int64)) (*os.File, time.Time, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, now, err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, now, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, now, fmt.Errorf("the answer is %s", answer.Status)
	}
	if at, err := http.ParseTime(answer.Header.Get("Last-Modified")); err == nil {
		now = at
	}
	file, err := os.CreateTemp("", "aipack-advisories-*.zip")
	if err != nil {
		return nil, now, err
	}
	n, err := io.Copy(file, io.LimitReader(&heard{answer.Body, 0, progress}, mostArchive+1))
	switch {
	case err == nil && n > mostArchive:
		err = fmt.Errorf("it has more than %d bytes", int64(mostArchive))
	case err == nil && answer.ContentLength >= 0 && n != answer.ContentLength:
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		file.Close()
		_ = os.Remove(file.Name()) // nobody else knows of it
		return nil, now, err
	}
	return file, now, nil
}

// heard tells how much was read so far.
type heard struct {
	io.Reader
	n    int64
	tell func(int64)
}

func (h *heard) Read(p []byte) (int, error) {
	n, err := h.Reader.Read(p)
	h.n += int64(n)
	h.tell(h.n)
	return n, err
}
