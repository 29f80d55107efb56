package codegraph

import "testing"

func TestPythonCalls(t *testing.T) {
	checkTold(t, Layout{}, map[string]told{
		"each way to import": {files: `
-- shop/__init__.py --
-- shop/store.py --
def open_store():
    pass

def close_store():
    pass
-- shop/views.py --
import shop.store
import shop.store as st
from shop import store
from shop.store import open_store, close_store as shut
from .store import open_store as again
from . import store as here

def run():
    shop.store.open_store()
    st.open_store()
    store.open_store()
    open_store()
    shut()
    again()
    here.close_store()
`, want: `
			shop/views.py:9 calls shop/store.py#open_store (exact)
			shop/views.py:10 calls shop/store.py#open_store (exact)
			shop/views.py:11 calls shop/store.py#open_store (exact)
			shop/views.py:12 calls shop/store.py#open_store (exact)
			shop/views.py:13 calls shop/store.py#close_store (exact)
			shop/views.py:14 calls shop/store.py#open_store (exact)
			shop/views.py:15 calls shop/store.py#close_store (exact)`},
		"a package hands names on, all of a module too": {files: `
-- shop/__init__.py --
from .store import open_store
from .prices import *
-- shop/store.py --
def open_store(): pass
-- shop/prices.py --
def price(): pass
def _secret(): pass
-- main.py --
import shop
from shop import open_store, price

open_store()
price()
shop.price()
`, want: `
			main.py:4 calls shop/store.py#open_store (exact)
			main.py:5 calls shop/prices.py#price (exact)
			main.py:6 calls shop/prices.py#price (exact)`},
		"two folders up": {files: `
-- shop/__init__.py --
-- shop/base.py --
def base(): pass
-- shop/api/__init__.py --
-- shop/api/v1.py --
from ..base import base
from ... import nothing

base()
nothing()
`, want: `shop/api/v1.py:4 calls shop/base.py#base (exact)`},
		"what comes from outside is never ours": {files: `
-- requests.py --
def get(): pass
-- json/__init__.py --
def dumps(): pass
-- shop/store.py --
def Session(): pass
def get(): pass
-- shop/main.py --
import json
from sqlalchemy.orm import Session
from flask import get

json.dumps({})
Session()
get()
`, want: ``},
		"methods of self, of classes above, and super": {files: `
-- a.py --
class Base:
    def save(self):
        self.check()

    def check(self):
        pass

class Mixin:
    def log(self):
        pass

class Order(Mixin, Base):
    def check(self):
        super().check()
        self.log()
        self.save()
        Base.check(self)
`, want: `
			a.py:3 calls a.py#Base.check (exact)
			a.py:14 calls a.py#Base.check (exact)
			a.py:15 calls a.py#Mixin.log (exact)
			a.py:16 calls a.py#Base.save (exact)
			a.py:17 calls a.py#Base.check (exact)`},
		"methods through types that the text says": {files: `
-- a.py --
from typing import Optional

class Store:
    def get(self) -> "Order":
        return Order()

class Order:
    def pay(self):
        pass

def f(store: Store, maybe: Optional[Order], orders: list[Order], by: dict[str, Order]):
    store.get().pay()
    maybe.pay()
    orders[0].pay()
    for o in orders:
        o.pay()
    for name, o in by.items():
        o.pay()
    [o.pay() for o in orders]
`, want: `
			a.py:5 calls a.py#Order (exact)
			a.py:12 calls a.py#Order.pay (exact)
			a.py:12 calls a.py#Store.get (exact)
			a.py:13 calls a.py#Order.pay (exact)
			a.py:14 calls a.py#Order.pay (exact)
			a.py:16 calls a.py#Order.pay (exact)
			a.py:18 calls a.py#Order.pay (syntactic)
			a.py:19 calls a.py#Order.pay (exact)`},
		"methods through values": {files: `
-- a.py --
class Log:
    def line(self): pass

class Shop:
    def __init__(self, log):
        self.log = Log()

    def run(self):
        self.log.line()

def make():
    return Shop(None)

shop = make()
shop.run()
with make() as s:
    pass
`, want: `
			a.py:6 calls a.py#Log (exact)
			a.py:9 calls a.py#Log.line (syntactic)
			a.py:12 calls a.py#Shop (exact)
			a.py:14 calls a.py#make (exact)
			a.py:15 calls a.py#Shop.run (syntactic)
			a.py:16 calls a.py#make (exact)`},
		"a name in a function hides that of the module": {files: `
-- a.py --
def send(): pass

def f(send):
    send()

def g():
    send = other()
    send()

def h():
    def send(): pass
    send()

def i():
    send()
`, want: `
			a.py:12 calls a.py#h.send (exact)
			a.py:15 calls a.py#send (exact)`},
		"functions in functions, and lambdas": {files: `
-- a.py --
def outer(items):
    def inner(x):
        return helper(x)
    return sorted(items, key=lambda i: inner(i))

def helper(x): pass
`, want: `
			a.py:3 calls a.py#helper (exact)
			a.py:4 calls a.py#outer.inner (exact)`},
		"decorators are called": {files: `
-- a.py --
def route(path): pass
def plain(f): pass

@route("/")
@plain
def index(): pass
`, want: `a.py:4 calls a.py#route (exact)`},
		"what is declared again takes the place of what was": {files: `
-- a.py --
def f(): pass

def f(x): pass

f(1)
`, want: `a.py:5 calls a.py#f~2 (exact)`},
		"isinstance says the type": {files: `
-- a.py --
class Cat:
    def meow(self): pass

def f(x):
    if isinstance(x, Cat):
        x.meow()
`, want: `a.py:6 calls a.py#Cat.meow (exact)`},
		"an import holds within its function": {files: `
-- a.py --
def f():
    from b import g
    g()

def h():
    g()
-- b.py --
def g(): pass
`, want: `a.py:3 calls b.py#g (exact)`},
		"and hides what its file declares": {files: `
-- a.py --
def g():
    from b import g
    g()
-- b.py --
def g(): pass
`, want: `a.py:3 calls b.py#g (exact)`},
		"only one method is called so": {files: `
-- a.py --
class A:
    def reconcile(self): pass
    def get(self): pass

def f(x):
    x.reconcile()
    x.get()
`, want: `a.py:6 calls a.py#A.reconcile (name)`},
		"one of two methods, and one of many": {files: `
-- a.py --
class A:
    def settle(self): pass
    def weigh(self): pass

class B:
    def settle(self): pass
    def weigh(self): pass

class C:
    def weigh(self): pass

class D:
    def weigh(self): pass

def f(x):
    x.settle()
    x.weigh()
`, want: `
			a.py:16 calls a.py#A.settle (ambiguous)
			a.py:16 calls a.py#B.settle (ambiguous)`},
		"a class that has members from outside": {files: `
-- a.py --
from django.db import models

class Order(models.Model):
    def pay(self): pass

class Other:
    def refresh_from_db(self): pass

def f(o: Order):
    o.pay()
    o.refresh_from_db()
`, want: `a.py:10 calls a.py#Order.pay (exact)`},
	})
}

func TestPythonOther(t *testing.T) {
	checkTold(t, Layout{}, map[string]told{
		"imports, bases and types": {kinds: []EdgeKind{Imports, Inherits, Uses}, files: `
-- shop/__init__.py --
-- shop/base.py --
class Base: pass
LIMIT = 3
-- shop/order.py --
from shop.base import Base, LIMIT
from shop import base

class Order(Base):
    limit: int = LIMIT

def f(o: Order): pass
`, want: `
			shop/order.py:1 imports shop/base.py (exact)
			shop/order.py:2 imports shop/base.py (exact)
			shop/order.py:4 inherits shop/base.py#Base (exact)
			shop/order.py:4 uses shop/base.py#Base (exact)
			shop/order.py:5 uses shop/base.py#LIMIT (exact)
			shop/order.py:7 uses shop/order.py#Order (exact)`},
		"a type is no function": {kinds: []EdgeKind{Uses}, files: `
-- a.py --
def Order(): pass
-- b.py --
class Order: pass
-- c.py --
from b import Order

def f(o: "Order"): pass
`, want: `c.py:3 uses b.py#Order (exact)`},
	})
}
