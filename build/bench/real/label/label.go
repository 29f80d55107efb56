// Package label reads what people have read out of public applications: which
// port each opens, how it is started, what it needs. It knows neither folders
// nor what the program says of them.
package label

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// Application is one public repository, at one commit, as it was read.
type Application struct {
	Repo      string    `json:"repo"`      // owner/name
	Commit    string    `json:"commit"`    // 40 hexadecimal digits
	Ecosystem string    `json:"ecosystem"` // node, python, go, java, rust, ruby, php
	Dir       string    `json:"dir"`       // folder of the repository that is proved
	Monorepo  bool      `json:"monorepo"`
	Cannot    string    `json:"cannot"` // why it cannot be built here; "" where it can
	Services  []Service `json:"services"`
	From      string    `json:"from"` // where the labels were read
	Note      string    `json:"note"`

	Set string `json:"-"` // the file that it stands in: "a", "unseen"
}

// Folder is the name of the repository's folder on disk.
func (a Application) Folder() string { return strings.Replace(a.Repo, "/", "+", 1) }

// Name is how tables call the application.
func (a Application) Name() string {
	if a.Dir == "" || a.Dir == "." {
		return a.Repo
	}
	return a.Repo + "/" + a.Dir
}

// Databases reports whether it needs any.
func (a Application) Databases() bool {
	return slices.ContainsFunc(a.Services, func(s Service) bool { return len(s.Databases) > 0 })
}

// Service is one program of an application that a user would deploy. A nil
// slice or pointer was not labelled, an empty one says that there is none.
type Service struct {
	Path            string     `json:"path"`
	PathAccept      []string   `json:"path_accept"` // folders that are as right
	Start           string     `json:"start"`       // "" was not labelled
	StartAccept     []string   `json:"start_accept"`
	Port            *int       `json:"-"` // 0 for a program that listens nowhere
	PortAccept      []int      `json:"port_accept"`
	Ports           []int      `json:"ports"` // all of them, where there are several
	Health          []string   `json:"health"`
	HealthAccept    []string   `json:"health_accept"` // served too, without saying that it is healthy: neither asked for nor wrong
	Required        []string   `json:"required"`
	RequiredAccept  []string   `json:"required_accept"` // what the usual deployment sets, too: neither asked for nor wrong
	Databases       []string   `json:"databases"`
	DatabaseAccept  [][]string `json:"database_accept"` // other right answers, each as a whole
	Migration       *string    `json:"migration"`       // "" for none
	MigrationAccept []string   `json:"migration_accept"`
}

// UnmarshalJSON tells a port that is null (the program listens nowhere) from
// one that was not labelled.
func (s *Service) UnmarshalJSON(b []byte) error {
	type plain Service
	read := struct {
		*plain
		Port json.RawMessage `json:"port"`
	}{plain: (*plain)(s)}
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&read); err != nil || len(read.Port) == 0 {
		return err
	}
	port := 0
	s.Port = &port
	return json.Unmarshal(read.Port, s.Port)
}

// mostLine is how long the labels of one application may be.
const mostLine = 1 << 20

// Read gathers the labels of every *.jsonl in some folders, by repository and
// folder. A line that is no label is an error that names it.
func Read(folders ...fs.FS) ([]Application, error) {
	var all []Application
	var problems []error
	for _, dir := range folders {
		names, err := fs.Glob(dir, "*.jsonl")
		if err == nil && len(names) == 0 {
			err = errors.New("a folder of labels holds no *.jsonl")
		}
		problems = append(problems, err)
		for _, name := range names {
			list, err := readFile(dir, name)
			all = append(all, list...)
			problems = append(problems, err)
		}
	}
	slices.SortStableFunc(all, func(a, b Application) int { return strings.Compare(a.Name(), b.Name()) })
	once := all[:0]
	for _, a := range all {
		if n := len(once); n > 0 && once[n-1].Name() == a.Name() {
			problems = append(problems, fmt.Errorf("%s is labelled twice, in %s.jsonl and %s.jsonl; the first counts", a.Name(), once[n-1].Set, a.Set))
			continue
		}
		once = append(once, a)
	}
	return once, errors.Join(problems...)
}

func readFile(dir fs.FS, name string) ([]Application, error) {
	f, err := dir.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readSet(f, name)
}

func readSet(r io.Reader, name string) ([]Application, error) {
	var list []Application
	var problems []error
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, mostLine)
	for n := 1; lines.Scan(); n++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		a, err := readOne(lines.Bytes())
		if err != nil {
			problems = append(problems, fmt.Errorf("%s:%d: %w", name, n, err))
			continue
		}
		a.Set = strings.TrimSuffix(name, path.Ext(name))
		list = append(list, a)
	}
	return list, errors.Join(append(problems, lines.Err())...)
}

var (
	repository = regexp.MustCompile(`^[\w.-]+/[\w.-]+$`)
	hash       = regexp.MustCompile(`^[0-9a-f]{40}$`)
	ecosystems = []string{"node", "python", "go", "java", "rust", "ruby", "php"}
)

// readOne reads one line strictly: a field that is misspelt would be a label
// that nobody scores.
func readOne(line []byte) (Application, error) {
	var a Application
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(&a); err != nil {
		return a, err
	}
	switch {
	case !repository.MatchString(a.Repo):
		return a, fmt.Errorf("repo is owner/name, not %q", a.Repo)
	case !hash.MatchString(a.Commit):
		return a, fmt.Errorf("%s: commit is 40 hexadecimal digits, not %q", a.Repo, a.Commit)
	case !slices.Contains(ecosystems, a.Ecosystem):
		return a, fmt.Errorf("%s: ecosystem is one of %s, not %q", a.Repo, strings.Join(ecosystems, ", "), a.Ecosystem)
	case a.Dir != "" && !fs.ValidPath(a.Dir):
		return a, fmt.Errorf("%s: dir %q is no folder of a repository", a.Repo, a.Dir)
	case len(a.Services) == 0:
		return a, fmt.Errorf("%s: no services are labelled", a.Repo)
	}
	for _, s := range a.Services {
		if !fs.ValidPath(s.Path) {
			return a, fmt.Errorf("%s: path %q is no folder of a repository", a.Repo, s.Path)
		}
	}
	return a, nil
}
