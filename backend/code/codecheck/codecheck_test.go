package codecheck

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"aipack/backend/code/codegraph"
	"aipack/backend/code/syntax/syntaxtest"
)

func graphOf(t *testing.T, files string) *codegraph.Graph {
	t.Helper()
	return codegraph.Build(syntaxtest.Project(t, files), codegraph.Layout{GoModules: []codegraph.Root{{Dir: ".", Name: "example.com/shop"}}})
}

func lines(problems []Problem) string {
	var b strings.Builder
	for _, p := range problems {
		fmt.Fprintf(&b, "%s:%d %s: %s", p.Path, p.Line, p.Rule, p.Message)
		if p.Suggestion != "" {
			b.WriteString(" | " + p.Suggestion)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestCheck(t *testing.T) {
	for name, c := range map[string]struct{ files, want string }{
		"a function that nobody wrote, and the one that was meant (requirement C056)": {`
-- pay.py --
def validate_payment(amount):
    return amount > 0

def pay(amount):
    if validate_paymnt(amount):
        send_email(str(amount), len("x"))
`, `pay.py:5 undefined_function: nothing declares validate_paymnt | did you mean validate_payment (pay.py:1)?
pay.py:6 undefined_function: nothing declares send_email
`},
		"one of another file that is not imported": {`
-- a.ts --
import { g } from './b';
export function f() { g(); h(); }
-- b.ts --
export function g() {}
-- c.ts --
export function h() {}
`, "a.ts:2 undefined_function: nothing declares h | c.ts:1 declares one: import it\n"},
		"what is declared everywhere, later, by a parameter, or within": {`
-- a.go --
package a

func f(g func()) { g(); h(); println(len("x")); make(chan int) }
func h() { k := func() {}; k(); T("x") }

type T string
-- b.py --
import sys
for handler in sys.argv:
    print(handler())
with open("x") as enter:
    enter()
def f(*args, **kw):
    def inner(): pass
    inner(); args(); kw(); f()
    [call() for call in args]
    (got := f) and got()
try:
    pass
except OSError as err:
    err()
class A:
    def b(self): super().b()
-- c.ts --
export const a = () => { later(); setTimeout(() => fetch('x')); };
const later = () => {};
export class B { m<T>(this: T, { inner }: any, [first] = [() => {}]) { inner(); first(); new Map(); } }
`, ""},
		"modules of the standard library that are not imported": {`
-- a.go --
package a

import "strings"

func f() { fmt.Println(strings.ToUpper("x"), filepath.Join("a", "b")) }
-- b.py --
def f(json):
    os.path.join("a")
    json.dumps({})
-- c.js --
import path from 'path';
export const f = () => fs.readFileSync(path.join('a', 'b'));
-- D.java --
package d;

import java.util.Map;

class D { Map<String, List<Integer>> all; java.util.Set<String> some; }
`, `D.java:5 missing_import: List is used and not imported | import java.util.List
a.go:5 missing_import: filepath is used and not imported | import path/filepath
a.go:5 missing_import: fmt is used and not imported | import fmt
b.py:2 missing_import: os is used and not imported | import os
c.js:2 missing_import: fs is used and not imported | import fs
`},
		"where all of something else is taken, nobody knows": {`
-- a.py --
from somewhere import *
f()
os.getcwd()
-- b.go --
package b

import . "example.org/else"

func f() { g() }
-- C.java --
import org.example.*;

class C extends Base { Helper h; void f() { g(); } }
-- page.js --
function f() { $x(); helper(); }
`, ""},
		"files that are not there": {`
-- a.ts --
import { x } from './gone';
import type { Y } from './types.gen';
import './style.css';
import z from 'zod';
export const f = () => x(z);
-- pkg/__init__.py --
-- pkg/a.py --
from .gone import x
from . import b
try:
    from .speedups import fast
except ImportError:
    pass
import elsewhere
`, `a.ts:1 missing_import: ./gone is not there
pkg/a.py:1 missing_import: .gone is not there
`},
		"text that no rule fits": {`
-- a.go --
package a

func f( {
`, "a.go:3 parse_error: unexpected func f( {\n"},
		"circles, where files are loaded": {`
-- a.py --
import b
def f(): return b
-- b.py --
import a
def g(): return a
-- c.py --
import d
-- d.py --
def late():
    import c
-- e.ts --
import type { F } from './f';
export type E = F;
-- f.ts --
import { E } from './e';
export type F = E;
-- x/A.java --
package x;
import y.B;
public class A { B b; }
-- y/B.java --
package y;
import x.A;
public class B { A a; }
`, "a.py:1 circular_dependency: 2 files import each other in a circle: a.py, b.py\n"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := lines(Check(graphOf(t, c.files))); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestBroken(t *testing.T) {
	const before = `
-- store/store.go --
package store

func Open(path string) {}
func Close() {}
func Sum(n ...int) {}
func inner() { Open("x") }
-- main.go --
package main

import "example.com/shop/store"

func main() {
	store.Open("a")
	store.Close()
	store.Sum(1, 2)
}
-- pay.py --
def pay(amount, currency="EUR"): pass
-- shop.py --
from pay import pay
pay(1)
pay(1, "USD")
`
	for name, c := range map[string]struct{ path, text, want string }{
		"nothing that others see": {"store/store.go", "package store\n\n// Open opens.\nfunc Open(p string) { inner() }\nfunc Close() {}\nfunc Sum(n ...int) {}\nfunc inner() {}\n", ""},
		"a function less":         {"store/store.go", "package store\n\nfunc Open(path string) {}\nfunc Sum(n ...int) {}\nfunc inner() { Open(\"x\") }\n", "main.go:7 breaking_change: store/store.go#Close went, and is used here\n"},
		"a value more":            {"store/store.go", "package store\n\nfunc Open(path string, mode int) {}\nfunc Close() {}\nfunc Sum(n int) {}\nfunc inner() {}\n", "main.go:6 breaking_change: store/store.go#Open takes 2 now, and is given 1 here\nmain.go:8 breaking_change: store/store.go#Sum takes 1 now, and is given 2 here\n"},
		"an optional value more":  {"pay.py", "def pay(amount, currency=\"EUR\", note=\"\"): pass\n", ""},
		"an optional value less":  {"pay.py", "def pay(amount): pass\n", "shop.py:3 breaking_change: pay.py#pay takes 1 now, and is given 2 here\n"},
		"and who used it changed": {"main.go", "package main\n\nfunc main() {}\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			old := txtar.Parse([]byte(before))
			for i := range old.Files {
				if old.Files[i].Name == c.path {
					old.Files[i].Data = []byte(c.text)
				}
			}
			if got := lines(Broken(graphOf(t, before), graphOf(t, string(txtar.Format(old))))); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}
