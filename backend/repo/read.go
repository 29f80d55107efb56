package repo

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// ReadFile reads a file whole. One larger than Config.MaxFileSize gives
// ErrTooLarge.
func (r *Tree) ReadFile(name string) ([]byte, error) {
	b, err := r.readUpTo(name, r.config.MaxFileSize+1)
	if err == nil && int64(len(b)) > r.config.MaxFileSize {
		err = fmt.Errorf("reading %s: %w", name, ErrTooLarge)
	}
	if err != nil {
		return nil, err
	}
	return b, nil
}

// ReadBytes reads the first bytes of a file, or the whole file if it is
// shorter, and never more than Config.MaxFileSize.
func (r *Tree) ReadBytes(name string, most int64) ([]byte, error) {
	return r.readUpTo(name, min(most, r.config.MaxFileSize))
}

// ReadHead reads the first n bytes of a file, or the whole file if it is
// shorter: enough for the format version of a lock of many megabytes.
func (r *Tree) ReadHead(name string, n int64) ([]byte, error) { return r.ReadBytes(name, n) }

// ReadText reads a file as UTF-8 text, whatever its encoding, without byte
// order mark. What is no text gives ErrBinary.
func (r *Tree) ReadText(name string) (string, error) {
	b, err := r.ReadFile(name)
	if err != nil {
		return "", err
	}
	s, err := decode(b, r.config.BinarySample)
	if err != nil {
		return "", fmt.Errorf("reading %s: %w", name, err)
	}
	return s, nil
}

// ReadTextHead is ReadText for the first bytes of a file of any size; cut says
// that there is more. The last line may end early.
func (r *Tree) ReadTextHead(name string, most int64) (text string, cut bool, err error) {
	most = min(most, r.config.MaxFileSize)
	b, err := r.readUpTo(name, most+1)
	if err != nil {
		return "", false, err
	}
	if cut = int64(len(b)) > most; cut {
		b = wholeRunes(b[:most])
	}
	if text, err = decode(b, r.config.BinarySample); err != nil {
		err = fmt.Errorf("reading %s: %w", name, err)
	}
	return text, cut, err
}

// wholeRunes drops half a character at the end.
func wholeRunes(b []byte) []byte {
	for i := len(b) - 1; i >= 0 && i >= len(b)-utf8.UTFMax; i-- {
		if utf8.RuneStart(b[i]) {
			if !utf8.FullRune(b[i:]) {
				return b[:i]
			}
			break
		}
	}
	return b
}

// open opens a regular file with its place said in errors.
func (r *Tree) open(name string) (file, error) {
	p, err := clean(name)
	if err == nil {
		var f file
		if f, err = r.src.open(p, r.sawRegular(p)); err == nil {
			return f, nil
		}
		err = fmt.Errorf("%s: %w", name, bare(err))
	}
	return nil, fmt.Errorf("reading %w", err)
}

// sawRegular reports whether the last walk saw a regular file there: whoever
// reads what was walked need not look before each file.
func (r *Tree) sawRegular(name string) bool {
	x := r.walked.Load()
	if x == nil || x.links[name] {
		return false
	}
	_, ok := x.Stat(name)
	return ok
}

func (r *Tree) readUpTo(name string, most int64) ([]byte, error) {
	f, err := r.open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b := make([]byte, 0, min(max(f.Size(), 0)+1, max(most, 0)))
	for int64(len(b)) < most {
		if size := f.Size(); size > 0 && int64(len(b)) == size {
			break // as large as it was when opened
		}
		if len(b) == cap(b) { // the size is not known
			b = append(b, 0)[:len(b)]
		}
		n, err := f.Read(b[len(b):min(int64(cap(b)), most)])
		b = b[:len(b)+n]
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", name, bare(err))
		}
	}
	return b, nil
}

// Lines is a part of a text file.
type Lines struct {
	Lines []string
	Start int  // number of the first, from 1
	More  bool // the file goes on
}

// mostScanned is how far into a file ReadLines goes, in bytes: a line beyond
// it is as good as not there.
const mostScanned = 64 << 20

// ReadLines reads count lines from line start (from 1) on, without their ends;
// longer ones than Config.MaxLineLength are cut and end in "…". The file may
// be larger than what ReadFile takes; only UTF-16 files may not.
func (r *Tree) ReadLines(name string, start, count int) (Lines, error) {
	out := Lines{Start: max(start, 1)}
	err := r.eachLine(name, mostScanned, func(number int, line string) bool {
		switch {
		case number < out.Start:
			return true
		case len(out.Lines) >= count:
			out.More = true
			return false
		}
		out.Lines = append(out.Lines, line)
		return true
	})
	return out, err
}

// eachLine calls back for every line of a text file until it says stop, and
// gives up with ErrTooLarge after so many bytes.
func (r *Tree) eachLine(name string, most int64, each func(number int, line string) bool) error {
	return r.readLines(name, most, false, each)
}

// eachLineOfAny is eachLine for binary files, too.
func (r *Tree) eachLineOfAny(name string, most int64, each func(number int, line string) bool) error {
	return r.readLines(name, most, true, each)
}

func (r *Tree) readLines(name string, most int64, binary bool, each func(number int, line string) bool) error {
	f, err := r.open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, max(32<<10, r.config.BinarySample))
	head, err := in.Peek(r.config.BinarySample)
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("reading %s: %w", name, bare(err))
	}
	if utf16Order(head) != nil {
		text, err := r.ReadText(name)
		if err != nil {
			return err
		}
		in = bufio.NewReader(strings.NewReader(text))
	} else if !binary && looksBinary(head) {
		return fmt.Errorf("reading %s: %w", name, ErrBinary)
	}
	return r.lines(name, in, most, each)
}

func (r *Tree) lines(name string, in *bufio.Reader, most int64, each func(number int, line string) bool) error {
	var line []byte
	for number, read := 1, int64(0); ; {
		part, more, err := in.ReadLine()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("reading %s: %w", name, bare(err))
		}
		if read += int64(len(part)) + 1; read > most {
			return fmt.Errorf("reading %s: %w", name, ErrTooLarge)
		}
		if len(line) <= r.config.MaxLineLength {
			line = append(line, part...)
		}
		if more {
			continue
		}
		if number == 1 {
			line = []byte(strings.TrimPrefix(string(line), "\uFEFF"))
		}
		if !each(number, r.shown(line)) {
			return nil
		}
		line = line[:0]
		number++
	}
}

// shown makes a line fit to be shown: UTF-8 and not endless.
func (r *Tree) shown(line []byte) string {
	cut := len(line) > r.config.MaxLineLength
	if cut {
		line = wholeRunes(line[:r.config.MaxLineLength])
	}
	s := string(line)
	if !utf8.ValidString(s) {
		s = fromLatin1(line)
	}
	if cut {
		s += "…"
	}
	return s
}
