package codegraph

import "testing"

var shopLayout = Layout{GoModules: []Root{{Dir: ".", Name: "example.com/shop"}}}

func TestGoCalls(t *testing.T) {
	checkTold(t, shopLayout, map[string]told{
		"in the package, and what the standard library has": {files: `
-- a/a.go --
package a

import "strings"

func f() { g(); strings.ToUpper(""); len(h) }
-- a/b.go --
package a

func g() {}

var h []int
`, want: `a/a.go:5 calls a/b.go#g (exact)`},
		"through an import, with a name of its own or not": {files: `
-- main.go --
package main

import (
	"example.com/shop/store"
	db "example.com/shop/database/v2"
	"other.com/store/cache"
)

func main() { store.Open(); db.Open(); cache.Open() }
-- store/store.go --
package store

func Open() {}
-- database/v2/open.go --
package database

func Open() {}
-- cache/cache.go --
package cache

func Open() {}
`, want: `main.go:9 calls database/v2/open.go#Open (exact)
			main.go:9 calls store/store.go#Open (exact)`},
		"methods of what a function gives, and of fields": {files: `
-- a.go --
package a

type Store struct{ log *Log }
type Log struct{}

func (l *Log) Line(s string) *Log { return l }
func Open() (*Store, error)       { return &Store{}, nil }
func (s *Store) Do() {
	s.log.Line("a").Line("b")
}
func main() {
	s, err := Open()
	s.Do()
	err.Error()
}
`, want: `a.go:9 calls a.go#Log.Line (exact)
			a.go:12 calls a.go#Open (exact)
			a.go:13 calls a.go#Store.Do (exact)`},
		"elements of lists and maps": {files: `
-- a.go --
package a

type Item struct{}

func (Item) Buy() {}

func all(list []Item, by map[string]*Item, ch chan Item) {
	for _, i := range list {
		i.Buy()
	}
	list[0].Buy()
	by["x"].Buy()
	if i, ok := by["y"]; ok {
		i.Buy()
	}
	(<-ch).Buy()
}
`, want: `a.go:9 calls a.go#Item.Buy (exact)
			a.go:11 calls a.go#Item.Buy (exact)
			a.go:12 calls a.go#Item.Buy (exact)
			a.go:14 calls a.go#Item.Buy (exact)
			a.go:16 calls a.go#Item.Buy (exact)`},
		"embedded structs and interfaces": {files: `
-- a.go --
package a

type base struct{}

func (base) Save() {}

type Order struct{ base }
type Saver interface{ Save() }
type Both interface{ Saver }

func f(o Order, b Both) {
	o.Save()
	b.Save()
}
`, want: `a.go:12 calls a.go#base.Save (exact)
			a.go:13 calls a.go#Saver.Save (exact)`},
		"a name of a part of the file hides that of the package": {files: `
-- a.go --
package a

func open() {}

func f(open func()) {
	open()
	{
		close := open
		close()
	}
}
func close() {}
`, want: ``},
		"letters for types": {files: `
-- a.go --
package a

type Order struct{}

func (Order) Pay() {}

type Box[T any] struct{ in T }

func (b *Box[T]) Get() T { return b.in }

type Payer interface{ Pay() }

func all[P Payer](p P, b *Box[Order]) {
	p.Pay()
	b.Get().Pay()
}
`, want: `a.go:14 calls a.go#Payer.Pay (exact)
			a.go:15 calls a.go#Box.Get (exact)
			a.go:15 calls a.go#Order.Pay (exact)`},
		"a switch over types": {files: `
-- a.go --
package a

type A struct{}
type B struct{}

func (A) Run() {}
func (B) Run() {}

func f(v any) {
	switch x := v.(type) {
	case A:
		x.Run()
	case *B:
		x.Run()
	}
	v.(A).Run()
}
`, want: `a.go:12 calls a.go#A.Run (exact)
			a.go:14 calls a.go#B.Run (exact)
			a.go:16 calls a.go#A.Run (exact)`},
		"only one thing is called so": {files: `
-- a.go --
package a

import "other.com/x"

type T struct{}

func (T) Reconcile() {}
func (T) Close()     {}

func f(v any) {
	g := x.Make()
	g.Reconcile()
	unknown(v)(1).Reconcile()
	h := []func() any{}
	h[0]().Close()
}
`, want: ``},
		"systems": {files: `
-- a.go --
package a

func f() { open() }
-- a_linux.go --
package a

func open() {}
-- a_windows.go --
package a

func open() {}
`, want: `a.go:3 calls a_linux.go#open (exact)`},
	})
}

func TestGoOther(t *testing.T) {
	g := graphOf(t, `
-- main.go --
package main

import (
	_ "example.com/shop/drivers"
	"example.com/shop/store"
)

var s store.Store

type Shop struct {
	store.Store
	name string
}

func f() { _ = Shop{name: store.Name} }
-- store/store.go --
package store

const Name = "store"

type Store struct{}
-- store/store_test.go --
package store_test
-- drivers/drivers.go --
package drivers
`, shopLayout)
	wantEdges(t, edgesOf(g, Imports, Inherits, Uses), `
		main.go:4 imports drivers/drivers.go (exact)
		main.go:5 imports store/store.go (exact)
		main.go:8 uses store/store.go#Store (exact)
		main.go:11 inherits store/store.go#Store (exact)
		main.go:11 uses store/store.go#Store (exact)
		main.go:15 uses main.go#Shop (exact)
		main.go:15 uses main.go#Shop.name (exact)
		main.go:15 uses store/store.go#Name (exact)`)
}
