package gomod

import (
	"reflect"
	"testing"
)

func TestParseGoModAndWork(t *testing.T) {
	mod, err := ParseModule("module example.com/a\n\ngo 1.24.1\n\ntoolchain go1.25.0\n\nrequire (\n\tb.c/d v1.0.0\n\te.f/g v2.0.0+incompatible // indirect\n)\n\nreplace b.c/d => ../d\n")
	if err != nil || mod.Module != "example.com/a" || mod.Go != "1.24.1" || mod.GoLine != 3 || mod.Toolchain != "1.25.0" {
		t.Errorf("%+v, %v", mod, err)
	}
	if len(mod.Requires) != 2 || !mod.Requires[1].Indirect || len(mod.Replaces) != 1 || mod.Replaces[0].Folder != "../d" {
		t.Errorf("%+v", mod)
	}
	if mod, err := ParseModule("module x\n\ngo 1.19.x\n\nnonsense y\n"); err != nil || mod.Module != "x" {
		t.Errorf("odd lines: %+v, %v", mod, err)
	}
	work, err := ParseWork("go 1.22\n\nuse (\n\t./a\n\t./b\n)\n")
	if err != nil || len(work.Uses) != 2 || work.Go != "1.22" {
		t.Errorf("%+v, %v", work, err)
	}
}

func TestParseGoFile(t *testing.T) {
	file, _ := ParseSource("//go:build !linux\n\npackage main\n\nimport (\n\t\"C\"\n\tx \"a.b/c\"\n)\n\nfunc main() {")
	if file.Package != "main" || !file.Excluded || !reflect.DeepEqual(file.Imports, []string{"C", "a.b/c"}) {
		t.Errorf("%+v", file)
	}
	if file, _ := ParseSource("\x00\xff not go"); file.Package != "" {
		t.Errorf("%+v", file)
	}
}

func FuzzGo(f *testing.F) {
	f.Add("module a\n\ngo 1.24\n\nrequire b v1\n")
	f.Add("go 1.22\n\nuse ./a\n")
	f.Add("//go:build !linux\n\npackage main\n\nimport \"C\"\n")
	f.Fuzz(func(t *testing.T, content string) {
		_, _ = ParseSource(content)
		_, _ = ParseModule(content)
		_, _ = ParseWork(content)
	})
}
