package window

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/detect/pipeline"
	"aipack/backend/store"
	"aipack/backend/window/history"
	"aipack/backend/window/page"
	"aipack/backend/window/program"
)

func TestAPanicBecomesAReport(t *testing.T) {
	a := made(t.TempDir(), "")
	a.Page.Open() // and there is no history: whoever calls it falls over
	_, err := a.History.Page(history.Filter{}, 0, 10)
	f := page.FaultOf(err)
	if f.Code != string(fault.Internal) || !strings.Contains(f.Report, "history.go") || f.Hint == "" {
		t.Errorf("%+v", f)
	}
}

func TestANewerOrLockedHistory(t *testing.T) {
	data := t.TempDir()
	a, _ := opened(t, data)
	second := made(data, "")
	if err := second.Open(); !errors.Is(err, store.ErrInUse) {
		t.Errorf("the second window: %v", err)
	}
	a.Close()
	if err := os.WriteFile(filepath.Join(data, store.Name), []byte(strings.Repeat("ruined ", 200)), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("AIPACK_MODELS", filepath.Join(data, "models"))
	for _, opening := range []string{"which saves what is left", "after that"} { // until settings are saved
		b := made(data, "")
		if err := b.Open(); err != nil {
			t.Fatal(err)
		}
		start, err := b.Program.Start()
		if err != nil || len(start.Notices) != 1 || !strings.Contains(start.Notices[0].Message, "no model is asked") || b.preferences.InForce().Mode != pipeline.Static {
			t.Errorf("the opening %s: %+v %v, mode %s", opening, start, err, b.preferences.InForce().Mode)
		}
		b.Close()
	}
	b, p := opened(t, data)
	state, err := b.Data.State()
	if err != nil || len(state.Salvages) != 1 || !strings.Contains(state.Salvages[0].Aside, ".damaged-") || !slices.Equal(state.Salvages[0].Kinds, []history.Carried{{Kind: "settings", Lost: 1}}) {
		t.Errorf("%+v %v", state, err)
	}
	analysed(t, b, p, sample(t, b, "node-express"))
}

func TestTheWindowOpensWhereItWas(t *testing.T) {
	data := t.TempDir()
	a, p := opened(t, data)
	first := analysed(t, a, p, sample(t, a, "node-express"))
	analysed(t, a, p, sample(t, a, "python-fastapi"))
	if err := a.Program.SavePlace("result", first.RunID); err != nil {
		t.Fatal(err)
	}
	a.Close()
	again, _ := opened(t, data)
	info, err := again.Program.Start()
	if err != nil || info.Screen != "result" || info.LastRunID != first.RunID {
		t.Errorf("%v %+v", err, info)
	}
	if err := again.History.Delete(first.RunID); err != nil {
		t.Fatal(err)
	}
	if info, err = again.Program.Start(); err != nil || info.LastRunID == first.RunID || info.LastRunID == "" {
		t.Errorf("the run is gone: %v %+v", err, info)
	}
}

// TestEveryBoundMethodIsGuarded: a panic in one that is not leaves the page
// waiting, and one that does not wait for Open meets an App without a history.
// No type has more of them than a reader keeps in mind.
func TestEveryBoundMethodIsGuarded(t *testing.T) {
	guarded := map[string]bool{}
	var files []string
	err := filepath.WalkDir(".", func(file string, _ fs.DirEntry, err error) error {
		if filepath.Ext(file) == ".go" {
			files = append(files, file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil && len(f.Body.List) == 1 {
				guarded[receiver(f)+"."+f.Name.Name] = isGuard(f.Body.List[0], receiver(f)+"."+f.Name.Name)
			}
		}
	}
	all := 0
	for _, bound := range made(t.TempDir(), "").Bound() {
		of := reflect.TypeOf(bound)
		all += of.NumMethod()
		if of.NumMethod() > 15 {
			t.Errorf("%s has %d methods", of, of.NumMethod())
		}
		for m := range of.Methods() {
			if name := of.Elem().Name() + "." + m.Name; !guarded[name] {
				t.Errorf("%s is bound and does more than to return page.Guard(...) or page.Guarded(...) under its name", name)
			}
		}
	}
	if all < 60 {
		t.Errorf("only %d methods are bound", all)
	}
}

// receiver names the type that a method belongs to.
func receiver(f *ast.FuncDecl) string {
	of := f.Recv.List[0].Type
	if star, ok := of.(*ast.StarExpr); ok {
		of = star.X
	}
	if name, ok := of.(*ast.Ident); ok {
		return name.Name
	}
	return ""
}

func isGuard(s ast.Stmt, as string) bool {
	r, ok := s.(*ast.ReturnStmt)
	if !ok || len(r.Results) != 1 {
		return false
	}
	call, ok := r.Results[0].(*ast.CallExpr)
	if !ok || len(call.Args) < 2 {
		return false
	}
	of, ok := call.Fun.(*ast.SelectorExpr)
	said, literal := call.Args[1].(*ast.BasicLit)
	return ok && literal && said.Value == strconv.Quote(as) && (of.Sel.Name == "Guard" || of.Sel.Name == "Guarded")
}

// TestACallWaitsUntilTheAppIsOpen: Wails opens in a goroutine, and the page
// may be there before it.
func TestACallWaitsUntilTheAppIsOpen(t *testing.T) {
	data := t.TempDir()
	t.Setenv("AIPACK_MODELS", filepath.Join(data, "models"))
	a := made(data, "/p")
	type answer struct {
		info program.StartInfo
		err  error
	}
	got := make(chan answer)
	go func() {
		info, err := a.Program.Start()
		got <- answer{info, err}
	}()
	select {
	case early := <-got:
		t.Fatalf("answered before open: %+v", early)
	case <-time.After(50 * time.Millisecond):
	}
	if err := a.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	if late := <-got; late.err != nil || late.info.OpenPath != "/p" {
		t.Errorf("%+v", late)
	}
}
