package tests

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"
)

// The sizes of the house. A file that needs more holds two things, a package
// that needs more has a wall too few.
const (
	mostOfFile    = 400 // lines of a file, tests too
	mostOfPackage = 6000
	mostOfMedian  = 140 // lines of the file in the middle, tests aside

	mostOfLine = 160 // characters of a line, and
	mostWide   = 3   // of a thousand lines may have more, tests aside

	mostAtRoot      = 12 // Go files, tests aside
	mostLinesAtRoot = 900
)

// ownNames are names of a package's one thing that the documents and the
// messages of the program use for it; like time.Time they are the package.
var ownNames = []string{
	"event.Event", "fault.Fault", "finding.Finding", "language.Language", "tool.Tool", "universalbuild.UniversalBuild",
}

// houseFile is a Go file that a person wrote.
type houseFile struct {
	path  string // with slashes, from the root
	lines int
	wide  []int // the lines with more characters than are wanted, from 1
	tree  *ast.File
}

func (f houseFile) isTest() bool { return strings.HasSuffix(f.path, "_test.go") }

// houseFiles reads the house once for all tests.
func houseFiles(t *testing.T) []houseFile {
	t.Helper()
	files, err := readHouse()
	if err != nil || len(files) == 0 {
		t.Fatalf("%d Go files are where this test looks for the house: %v", len(files), err)
	}
	return files
}

var readHouse = sync.OnceValues(func() ([]houseFile, error) {
	var out []houseFile
	err := walkHouse(".", func(p string, text []byte) error {
		if path.Ext(p) != ".go" {
			return nil
		}
		tree, err := parser.ParseFile(token.NewFileSet(), p, text, parser.ParseComments|parser.SkipObjectResolution)
		if err == nil && !ast.IsGenerated(tree) {
			out = append(out, houseFile{p, bytes.Count(text, []byte("\n")), wideLines(text), tree})
		}
		return err
	})
	return out, err
})

// walkHouse gives every file below a folder that is ours: no dependencies, no
// test data, nothing that a program wrote.
func walkHouse(top string, each func(p string, text []byte) error) error {
	return filepath.WalkDir(top, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			hidden := strings.HasPrefix(d.Name(), ".") && p != top
			if hidden || slices.Contains([]string{"node_modules", "testdata", "wailsjs", "dist"}, d.Name()) || filepath.ToSlash(p) == "build/lab/state" {
				return filepath.SkipDir
			}
			return nil
		}
		if !slices.Contains([]string{".go", ".ts", ".tsx"}, filepath.Ext(p)) {
			return nil
		}
		text, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		return each(filepath.ToSlash(p), text)
	})
}

func wideLines(text []byte) (wide []int) {
	n := 0
	for line := range bytes.Lines(text) {
		if n++; utf8.RuneCount(bytes.TrimRight(line, "\r\n")) > mostOfLine {
			wide = append(wide, n)
		}
	}
	return wide
}

// TestFewLinesAreWide: a long sentence or pattern may stand on one line, a table may not.
func TestFewLinesAreWide(t *testing.T) {
	lines, wide, widest := 0, 0, houseFile{}
	for _, f := range houseFiles(t) {
		if f.isTest() {
			continue
		}
		lines, wide = lines+f.lines, wide+len(f.wide)
		if len(f.wide) > len(widest.wide) {
			widest = f
		}
	}
	if wide*1000 > lines*mostWide {
		t.Errorf("%d of %d lines have more than %d characters, at most %d of a thousand are wanted; most are in %s, in lines %d",
			wide, lines, mostOfLine, mostWide, widest.path, widest.wide)
	}
}

func TestNoFileIsLong(t *testing.T) {
	for _, f := range houseFiles(t) {
		if f.lines > mostOfFile {
			t.Errorf("%s: %s", f.path, countOf(f.lines, mostOfFile))
		}
	}
	err := walkHouse("frontend/src", func(p string, text []byte) error {
		n := bytes.Count(text, []byte("\n"))
		if path.Ext(p) != ".go" && n > mostOfFile && !bytes.HasPrefix(text, []byte("// Code generated")) {
			t.Errorf("%s: %s", p, countOf(n, mostOfFile))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestTheRootHoldsDoors: what decides has a package.
func TestTheRootHoldsDoors(t *testing.T) {
	files, lines := 0, 0
	for _, f := range houseFiles(t) {
		if path.Dir(f.path) == "." && !f.isTest() {
			files++
			lines += f.lines
		}
	}
	if files == 0 || files > mostAtRoot || lines > mostLinesAtRoot {
		t.Errorf("%d files and %d lines at the root, at most %d and %d are wanted", files, lines, mostAtRoot, mostLinesAtRoot)
	}
}

func TestNoPackageIsAHeap(t *testing.T) {
	lines := map[string]int{}
	for _, f := range houseFiles(t) {
		if !f.isTest() {
			lines[path.Dir(f.path)] += f.lines
		}
	}
	for pkg, n := range lines {
		if n > mostOfPackage {
			t.Errorf("%s: %s", pkg, countOf(n, mostOfPackage))
		}
	}
}

func TestHalfOfTheFilesAreShort(t *testing.T) {
	var sizes []int
	for _, f := range houseFiles(t) {
		if !f.isTest() {
			sizes = append(sizes, f.lines)
		}
	}
	slices.Sort(sizes)
	if median := sizes[len(sizes)/2]; median > mostOfMedian {
		t.Errorf("the median file has %s", countOf(median, mostOfMedian))
	}
}

// TestNoNameRepeatsItsPackage holds what is declared at the top: msbuild.Project
// reads, where msbuild.MSBuildProject says everything twice; and what a package
// keeps to itself needs its name even less.
func TestNoNameRepeatsItsPackage(t *testing.T) {
	for _, f := range houseFiles(t) {
		pkg := f.tree.Name.Name
		if f.isTest() || pkg == "main" {
			continue
		}
		for _, name := range topNames(f.tree) {
			own := slices.Contains(ownNames, pkg+"."+name) || name == pkg // a variable may be the one thing
			// The page knows a bound type by its name, without its package.
			own = own || strings.HasPrefix(f.path, "backend/window/") && strings.EqualFold(name, pkg)
			if repeats(pkg, name) && !own {
				t.Errorf("%s: %s says twice what package %s says", f.path, name, pkg)
			}
		}
	}
}

// repeats reports whether a name begins with its package's, as a word of its
// own: text.Textual does not begin with text. A package of one letter is no
// word: CMake in package c is the name of a tool.
func repeats(pkg, name string) bool {
	if len(pkg) < 2 || len(name) < len(pkg) || !strings.EqualFold(pkg, name[:len(pkg)]) {
		return false
	}
	rest := name[len(pkg):]
	return rest == "" || !unicode.IsLower(rune(rest[0]))
}

// topNames lists what a file declares for its package and others, methods aside.
func topNames(f *ast.File) []string {
	var names []string
	add := func(ids ...*ast.Ident) {
		for _, id := range ids {
			names = append(names, id.Name)
		}
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				add(d.Name)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					add(s.Name)
				case *ast.ValueSpec:
					add(s.Names...)
				}
			}
		}
	}
	return names
}

func countOf(n, most int) string {
	return strconv.Itoa(n) + " lines, at most " + strconv.Itoa(most) + " are wanted"
}
