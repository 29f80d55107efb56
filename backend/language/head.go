package language

import "strings"

// Head reads the beginning of a file, at most n bytes of it: for locks whose
// first lines say all that is needed. "" if the file is not there or cannot be
// read.
func (f *Folder) Head(name string, n int64) string {
	p := f.Join(name)
	if _, ok := f.reader.Index.Stat(p); !ok {
		return ""
	}
	b, err := f.reader.Repo.ReadHead(p, n)
	if err != nil {
		return ""
	}
	return strings.ToValidUTF8(strings.TrimPrefix(string(b), "\uFEFF"), "\uFFFD")
}
