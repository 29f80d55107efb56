package makefile

import (
	"reflect"
	"testing"
)

func TestParseMakefile(t *testing.T) {
	m, _ := Parse("CC ?= gcc\nBIN := server\nOBJ = a.o \\\n b.o\n.PHONY: all\nall: $(BIN)\n\n$(BIN): $(OBJ)\n\t@$(CC) -o $@ $^\n%.o: %.c\n\tcc -c $<\ninstall:: all; true\n")
	var names []string
	for _, target := range m.Targets {
		names = append(names, target.Name)
	}
	if want := []string{"all", "server", "install"}; !reflect.DeepEqual(names, want) {
		t.Fatalf("targets %v", names)
	}
	server, _ := m.Target("server")
	if !reflect.DeepEqual(server.Needs, []string{"a.o", "b.o"}) || !reflect.DeepEqual(server.Recipe, []string{"$(CC) -o $@ $^"}) || server.Line != 8 {
		t.Errorf("%+v", server)
	}
}

func FuzzMakefile(f *testing.F) {
	f.Add("a: b\n\tc $(D)\n")
	f.Fuzz(func(t *testing.T, content string) {
		m, _ := Parse(content)
		m.Expand(content)
	})
}
