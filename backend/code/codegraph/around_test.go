package codegraph

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

const shopSources = `
-- server.ts --
import { port } from "./config";
import { health } from "./health";
export function start() { health(); return port; }
-- config.ts --
import { env } from "./env";
export const port = Number(env.PORT);
export const other = 1;
-- env.ts --
import { other } from "./config";
export const env = { PORT: other };
-- health.ts --
import { port } from "./config";
export function health() { return port; }
-- server.test.ts --
import { start } from "./server";
start();
-- alone.ts --
function leftOver() { return leftOver; }
`

var every = map[EdgeKind]bool{Calls: true, Imports: true, Inherits: true, Uses: true}

// vicinityOf writes what is around a node: "config.ts: -1 health.ts server.ts; 1 env.ts".
func vicinityOf(t *testing.T, g *Graph, q Around) string {
	t.Helper()
	if q.Most == 0 {
		q.Most = 150
	}
	v := g.Around(q)
	byLevel := map[int][]string{}
	for _, n := range v.Nodes {
		byLevel[n.Level] = append(byLevel[n.Level], fmt.Sprintf("%s+%d", g.ID(n.Node), n.More))
	}
	var out []string
	for level := -5; level <= 5; level++ {
		if byLevel[level] != nil {
			slices.Sort(byLevel[level])
			out = append(out, fmt.Sprint(level, " ", strings.Join(byLevel[level], " ")))
		}
	}
	if v.LeftOut > 0 {
		out = append(out, fmt.Sprint("and ", v.LeftOut))
	}
	return strings.Join(out, "; ")
}

func TestAround(t *testing.T) {
	g := graphOf(t, shopSources, Layout{})
	port := g.Named("config.ts#port")[0]
	config := g.Named("config.ts")[0]
	for want, q := range map[string]Around{
		"-1 health.ts+0 server.ts+1; 0 config.ts+0; 1 env.ts+0":                       {Focus: port, Files: true, Depth: 1, Kinds: every},
		"-2 server.test.ts+0; -1 health.ts+0 server.ts+0; 0 config.ts+0; 1 env.ts+0":  {Focus: port, Files: true, Depth: 2, Kinds: every},
		"-1 health.ts+0 server.ts+1; 0 config.ts+0; 1 env.ts+0 ":                      {Focus: config, Files: true, Depth: 1, Kinds: every},
		"-1 health.ts#health+0 server.ts#start+1; 0 config.ts#port+0; 1 env.ts#env+1": {Focus: port, Depth: 1, Kinds: map[EdgeKind]bool{Uses: true, Calls: true}},
		"0 config.ts+2; 1 env.ts+0; and 2":                                            {Focus: port, Files: true, Depth: 1, Kinds: every, Most: 2},
		"-2 server.test.ts+0; -1 health.ts+0 server.ts+0; 0 config.ts+0; 1 env.ts+0 ": {Focus: port, Files: true, Depth: 1, Kinds: every, Open: g.Named("server.ts")},
		"-1 health.ts+1; 0 config.ts+1; 1 env.ts+0; and 1":                            {Focus: port, Files: true, Depth: 1, Kinds: every, Each: 1},
		"0 config.ts+0": {Focus: port, Files: true, Depth: 1, Kinds: map[EdgeKind]bool{Inherits: true}},
	} {
		if got := vicinityOf(t, g, q); got != strings.TrimSpace(want) {
			t.Errorf("%+v\n got %s\nwant %s", q, got, want)
		}
	}
	v := g.Around(Around{Focus: port, Files: true, Depth: 1, Kinds: every, Most: 150})
	for _, l := range v.Links {
		if g.Path(l.From) == "env.ts" {
			t.Error("env.ts names another thing of the focus' file, and not the focus")
		}
	}
}

func TestImpact(t *testing.T) {
	g := graphOf(t, shopSources, Layout{})
	ids := func(nodes []NodeID) string {
		var out []string
		for _, n := range nodes {
			out = append(out, g.ID(n))
		}
		return strings.Join(out, " ")
	}
	if got := ids(g.Touched(g.Named("health.ts")[0])); got != "server.test.ts server.ts" {
		t.Errorf("a change of health touches %s", got)
	}
	if got := ids(g.Unnamed()); got != "alone.ts#leftOver" {
		t.Errorf("nothing names %s", got)
	}
	if got := ids(g.Alone()); got != "alone.ts" {
		t.Errorf("alone: %s", got)
	}
	server, _ := g.File("server.ts")
	if a, b := g.At(server, 3), g.At(server, 1); g.ID(a) != "server.ts#start" || g.ID(b) != "server.ts" {
		t.Errorf("at line 3 %s, at line 1 %s", g.ID(a), g.ID(b))
	}
	odd := graphOf(t, "-- c#/a#b.ts --\nexport function f() {}\n", Layout{})
	for id, want := range map[string]bool{"c#/a#b.ts": true, "c#/a#b.ts#f": true, "c#/a#b.ts#g": false, "c#": false, "": false} {
		if n, ok := odd.ByID(id); ok != want || ok && odd.ID(n) != id {
			t.Errorf("%q: %v %v", id, n, ok)
		}
	}
	for path, want := range map[string]bool{"server.ts": false, "server.test.ts": true} {
		if f, _ := g.File(path); g.IsTest(f) != want {
			t.Error(path)
		}
	}
}
