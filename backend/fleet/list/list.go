// Package list reads which repositories are meant: a line each, a table of an
// organisation's repositories as CSV, or lines of JSON. It fetches nothing.
package list

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"aipack/backend/fleet"
)

// mostList bounds a list, in bytes; mostLine a line of it.
const (
	mostList = 256 << 20
	mostLine = 1 << 20
)

// Entries are what was read.
type Entries struct {
	Repositories []fleet.Repository
	Stripped     int // addresses whose credentials were left out
}

// Read reads a list; relative paths in it are those below folder, which is absolute.
func Read(from io.Reader, folder string) (Entries, error) {
	text, err := io.ReadAll(io.LimitReader(from, mostList+1))
	if err != nil {
		return Entries{}, err
	}
	if len(text) > mostList {
		return Entries{}, fmt.Errorf("the list has more than %d MiB", mostList>>20)
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	r := reader{folder: folder}
	switch trimmed := bytes.TrimSpace(text); {
	case bytes.HasPrefix(trimmed, []byte("{")) || bytes.HasPrefix(trimmed, []byte("[")) || bytes.HasPrefix(trimmed, []byte(`"`)) && !bytes.HasPrefix(trimmed, []byte(`",`)) && json.Valid(firstLine(trimmed)):
		err = r.json(trimmed)
	case isTable(trimmed):
		err = r.table(text)
	default:
		err = r.lines(text)
	}
	return r.out, err
}

type reader struct {
	folder string
	out    Entries
}

func (r *reader) add(where, address, ref string) error {
	one, stripped, err := Parse(address, r.folder)
	if err != nil {
		return fmt.Errorf("%s: %w", where, err)
	}
	if ref != "" {
		one.Ref = ref
	}
	if err := checkRef(one.Ref); err != nil {
		return fmt.Errorf("%s: %w", where, err)
	}
	if stripped {
		r.out.Stripped++
	}
	r.out.Repositories = append(r.out.Repositories, one)
	return nil
}

// lines reads an address a line; what follows # is a remark.
func (r *reader) lines(text []byte) error {
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, mostLine)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if before, _, remark := strings.Cut(line, " #"); remark {
			line = strings.TrimSpace(before)
		}
		if err := r.add(fmt.Sprintf("line %d", n), line, ""); err != nil {
			return err
		}
	}
	return lines.Err()
}

// addresses are the names of a column or a key that holds an address, the better one
// first: those of GitHub's and GitLab's own exports, then what people call it.
// https://docs.github.com/en/rest/repos/repos#list-organization-repositories
// https://docs.gitlab.com/api/projects/#list-all-projects
var addresses = []string{
	"clone_url", "http_url_to_repo", "ssh_url", "ssh_url_to_repo", "git_url_to_repo", "clone_url_http", "repo_url", "repository_url", "git", "html_url",
	"web_url", "url", "remote", "repository", "repo", "address", "path", "folder",
}

// refs are those that hold a reference. An organisation's default_branch is what is
// fetched anyway.
var refs = []string{"ref", "commit", "sha", "tag", "branch"}

func normal(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(strings.TrimSpace(name)), " ", "_"), "-", "_")
}

func firstLine(text []byte) []byte {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	return bytes.TrimSpace(line)
}

// isTable reports whether the first line is the head of a table.
func isTable(text []byte) bool {
	line := string(firstLine(text))
	if strings.ContainsAny(line, "/\\") {
		return false
	}
	fields := strings.FieldsFunc(line, func(c rune) bool { return strings.ContainsRune(",;\t", c) })
	return slices.ContainsFunc(fields, func(f string) bool { return slices.Contains(addresses, normal(strings.Trim(f, `"`))) })
}

// table reads CSV with a head, its fields parted by comma, semicolon or tab.
func (r *reader) table(text []byte) error {
	c := csv.NewReader(bytes.NewReader(text))
	c.FieldsPerRecord, c.LazyQuotes, c.TrimLeadingSpace = -1, true, true
	for _, other := range []rune{';', '\t'} {
		if head := string(firstLine(text)); strings.Count(head, string(other)) > strings.Count(head, string(c.Comma)) {
			c.Comma = other
		}
	}
	head, err := c.Read()
	if err != nil {
		return err
	}
	for i := range head {
		head[i] = normal(head[i])
	}
	for {
		row, err := c.Read()
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		value := func(name string) string {
			if i := slices.Index(head, name); i >= 0 && i < len(row) {
				return strings.TrimSpace(row[i])
			}
			return ""
		}
		line, _ := c.FieldPos(0)
		if len(row) == 1 && strings.TrimSpace(row[0]) == "" {
			continue
		}
		address := first(addresses, value)
		if address == "" {
			return fmt.Errorf("line %d names no repository", line)
		}
		if err := r.add(fmt.Sprintf("line %d", line), address, first(refs, value)); err != nil {
			return err
		}
	}
}

func first(names []string, value func(string) string) string {
	for _, n := range names {
		if v := value(n); v != "" {
			return v
		}
	}
	return ""
}

// json reads values one after the other, or an array of them: a text, or an object.
func (r *reader) json(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	if text[0] == '[' {
		if _, err := d.Token(); err != nil {
			return err
		}
	}
	for n := 1; d.More(); n++ {
		var one any
		if err := d.Decode(&one); err != nil {
			return fmt.Errorf("entry %d: %w", n, err)
		}
		where := fmt.Sprintf("entry %d", n)
		switch v := one.(type) {
		case string:
			if err := r.add(where, v, ""); err != nil {
				return err
			}
		case map[string]any:
			value := func(name string) string { s, _ := v[name].(string); return s }
			address := first(addresses, value)
			if address == "" {
				return fmt.Errorf("%s names no repository", where)
			}
			if err := r.add(where, address, first(refs, value)); err != nil {
				return err
			}
		default:
			return fmt.Errorf("%s is neither a text nor an object", where)
		}
	}
	return nil
}
