package codegraph

import "testing"

// Where absolute imports lead, in projects of many shapes.
func TestPythonPath(t *testing.T) {
	django := Layout{PythonPath: []PathFolders{{Dir: "backend", Folders: []string{"backend"}}}}
	installed := Layout{PythonInstalled: []string{"celery", "redis"}}
	for name, row := range map[string]struct {
		layout Layout
		told
	}{
		"Django in a folder that is a package": {django, told{files: `
-- backend/__init__.py --
-- backend/manage.py --
-- backend/shop/__init__.py --
-- backend/shop/models.py --
class Order: pass
-- backend/shop/api/__init__.py --
-- backend/shop/api/views.py --
from shop.models import Order
from users.models import User
import users.tasks
-- backend/users/__init__.py --
-- backend/users/models.py --
class User: pass
-- backend/users/tasks.py --
`, want: `
			backend/shop/api/views.py:1 imports backend/shop/models.py (exact)
			backend/shop/api/views.py:2 imports backend/users/models.py (exact)
			backend/shop/api/views.py:3 imports backend/users/__init__.py (exact)
			backend/shop/api/views.py:3 imports backend/users/tasks.py (exact)`}},
		"a package that nothing says is on the path, but what is imported": {Layout{}, told{files: `
-- service/__init__.py --
-- service/main.py --
from core.settings import DEBUG
import storage.files
import config
-- service/config.py --
-- service/core/__init__.py --
-- service/core/settings.py --
DEBUG = True
-- service/storage/__init__.py --
-- service/storage/files.py --
from core.settings import DEBUG
`, want: `
			service/main.py:1 imports service/core/settings.py (exact)
			service/main.py:2 imports service/storage/__init__.py (exact)
			service/main.py:2 imports service/storage/files.py (exact)
			service/main.py:3 imports service/config.py (exact)
			service/storage/files.py:1 imports service/core/settings.py (exact)`}},
		"the project's own folder is a package": {Layout{}, told{files: `
-- __init__.py --
-- main.py --
from models import Order
-- models.py --
class Order: pass
-- server/__init__.py --
-- server/app.py --
from models import Order
`, want: `
			main.py:1 imports models.py (exact)
			server/app.py:1 imports models.py (exact)`}},
		"a folder that is none comes before a nearer package": {Layout{}, told{files: `
-- shop/__init__.py --
-- shop/utils.py --
def near(): pass
-- shop/views.py --
from utils import far
-- utils.py --
def far(): pass
`, want: `shop/views.py:1 imports utils.py (exact)`}},
		"what a module is taken for tells which is meant": {Layout{}, told{files: `
-- one/main.py --
from utils import here
from utils import above
-- one/utils.py --
def here(): pass
-- utils.py --
def above(): pass
`, want: `
			one/main.py:1 imports one/utils.py (exact)
			one/main.py:2 imports utils.py (exact)`}},
		"sources in src, tests beside": {Layout{}, told{files: `
-- src/shop/__init__.py --
-- src/shop/store.py --
def open_store(): pass
-- src/shop/views.py --
from shop.store import open_store
-- tests/test_store.py --
from shop.store import open_store
import shop
`, want: `
			src/shop/views.py:1 imports src/shop/store.py (exact)
			tests/test_store.py:1 imports src/shop/store.py (exact)
			tests/test_store.py:2 imports src/shop/__init__.py (exact)`}},
		"each of two applications has its src": {Layout{}, told{files: `
-- apps/one/src/shop/__init__.py --
-- apps/one/src/shop/store.py --
def a(): pass
-- apps/one/tests/test_store.py --
from shop.store import a
-- apps/two/src/shop/__init__.py --
-- apps/two/src/shop/store.py --
def a(): pass
-- apps/two/tests/test_store.py --
from shop.store import a
`, want: `
			apps/one/tests/test_store.py:1 imports apps/one/src/shop/store.py (exact)
			apps/two/tests/test_store.py:1 imports apps/two/src/shop/store.py (exact)`}},
		"a manifest says where modules lie": {Layout{PythonPath: []PathFolders{{Dir: ".", Folders: []string{"python"}}}}, told{files: `
-- python/shop/__init__.py --
-- python/shop/store.py --
def a(): pass
-- tools/shop.py --
def a(): pass
-- check.py --
from shop.store import a
`, want: `check.py:1 imports python/shop/store.py (exact)`}},
		"both of two applications have utils": {Layout{}, told{files: `
-- apps/one/__init__.py --
-- apps/one/main.py --
from utils.text import trim
-- apps/one/utils/__init__.py --
-- apps/one/utils/text.py --
def trim(): pass
-- apps/two/__init__.py --
-- apps/two/main.py --
from utils.text import trim
-- apps/two/utils/__init__.py --
-- apps/two/utils/text.py --
def trim(): pass
`, want: `
			apps/one/main.py:1 imports apps/one/utils/text.py (exact)
			apps/two/main.py:1 imports apps/two/utils/text.py (exact)`}},
		"either of two that are as near": {Layout{}, told{kinds: []EdgeKind{Imports, Calls, Uses}, files: `
-- apps/one/utils/__init__.py --
-- apps/one/utils/text.py --
def trim(): pass
def only_one(): pass
class Text:
    def show(self): pass
-- apps/two/utils/__init__.py --
-- apps/two/utils/text.py --
def trim(): pass
class Text:
    def show(self): pass
-- scripts/run.py --
from utils.text import trim, Text
from utils.text import only_one
import utils.text

trim()
only_one()
utils.text.trim()

def f(t: Text):
    t.show()
`, want: `
			scripts/run.py:1 imports apps/one/utils/text.py (ambiguous)
			scripts/run.py:1 imports apps/two/utils/text.py (ambiguous)
			scripts/run.py:2 imports apps/one/utils/text.py (exact)
			scripts/run.py:3 imports apps/one/utils/__init__.py (ambiguous)
			scripts/run.py:3 imports apps/two/utils/__init__.py (ambiguous)
			scripts/run.py:3 imports apps/one/utils/text.py (ambiguous)
			scripts/run.py:3 imports apps/two/utils/text.py (ambiguous)
			scripts/run.py:5 calls apps/one/utils/text.py#trim (ambiguous)
			scripts/run.py:5 calls apps/two/utils/text.py#trim (ambiguous)
			scripts/run.py:6 calls apps/one/utils/text.py#only_one (exact)
			scripts/run.py:7 calls apps/one/utils/text.py#trim (ambiguous)
			scripts/run.py:7 calls apps/two/utils/text.py#trim (ambiguous)`}},
		"the nearer of two elsewhere": {Layout{}, told{files: `
-- a/one/helpers/__init__.py --
def help(): pass
-- a/tools/run.py --
from helpers import help
-- b/helpers/__init__.py --
def help(): pass
`, want: `a/tools/run.py:1 imports a/one/helpers/__init__.py (exact)`}},
		"tests put folders on the path": {Layout{}, told{files: `
-- functions/pay/handler.py --
def pay(): pass
-- functions/ship/handler.py --
def ship(): pass
-- tests/test_pay.py --
from handler import pay
import handler
`, want: `tests/test_pay.py:1 imports functions/pay/handler.py (exact)`}},
		"the folder of conftest.py": {Layout{}, told{files: `
-- tests/conftest.py --
import helpers
-- tests/helpers.py --
def make(): pass
-- tests/unit/test_a.py --
from helpers import make
-- tests/unit/deep/__init__.py --
-- tests/unit/deep/test_b.py --
from helpers import make
`, want: `
			tests/conftest.py:1 imports tests/helpers.py (exact)
			tests/unit/test_a.py:1 imports tests/helpers.py (exact)
			tests/unit/deep/test_b.py:1 imports tests/helpers.py (exact)`}},
		"a program takes nothing of tests": {Layout{}, told{files: `
-- tests/tools/__init__.py --
def make(): pass
-- app/main.py --
from tools import make
`, want: ``}},
		"folders without __init__.py are packages, in several places": {Layout{}, told{files: `
-- main.py --
from company.billing import invoice
from company.billing.invoice import pay
import company.shipping.parcel
from company import nothing
-- company/billing/invoice.py --
def pay(): pass
-- company/shipping/parcel.py --
from company.billing import invoice
`, want: `
			main.py:1 imports company/billing/invoice.py (exact)
			main.py:2 imports company/billing/invoice.py (exact)
			main.py:3 imports company/shipping/parcel.py (exact)
			company/shipping/parcel.py:1 imports company/billing/invoice.py (exact)`}},
		"one of these below src, too": {Layout{}, told{files: `
-- libs/a/src/company/a/__init__.py --
-- libs/a/src/company/a/x.py --
from company.b.y import y
def x(): pass
-- libs/b/src/company/b/__init__.py --
-- libs/b/src/company/b/y.py --
def y(): pass
`, want: `libs/a/src/company/a/x.py:1 imports libs/b/src/company/b/y.py (exact)`}},
		"Python's own modules are never ours": {Layout{}, told{files: `
-- shop/__init__.py --
-- shop/logging.py --
import logging
from logging import getLogger
-- shop/main.py --
import logging
from types import Order
-- types.py --
class Order: pass
-- queue/__init__.py --
`, want: ``}},
		"a module that is called like the library that it sets up": {installed, told{files: `
-- shop/__init__.py --
from .celery import app
-- shop/celery.py --
from celery import Celery
app = Celery()
-- shop/tasks.py --
from celery import shared_task
import celery
from celery.schedules import crontab
-- shop/redis.py --
import redis
def connect(): pass
-- shop/queue.py --
import redis
from redis import Redis
`, want: `shop/__init__.py:1 imports shop/celery.py (exact)`}},
		"the same where no manifest asks for it": {Layout{}, told{files: `
-- shop/__init__.py --
-- shop/celery.py --
from celery import Celery
app = Celery()
-- shop/tasks.py --
from celery import shared_task, Celery
from celery.schedules import crontab
import celery.schedules
`, want: ``}},
		"what is installed and lies here all the same": {installed, told{files: `
-- redis/__init__.py --
-- redis/client.py --
class Redis: pass
-- main.py --
from redis.client import Redis
import redis.client
import redis
`, want: `
			main.py:1 imports redis/client.py (exact)
			main.py:2 imports redis/__init__.py (exact)
			main.py:2 imports redis/client.py (exact)`}},
		"a package imports its own parts by its name": {Layout{}, told{files: `
-- shop/__init__.py --
from shop import views
from shop.store import a
import shop.orders
from shop import nothing
-- shop/views.py --
-- shop/store.py --
def a(): pass
-- shop/orders.py --
`, want: `
			shop/__init__.py:1 imports shop/views.py (exact)
			shop/__init__.py:2 imports shop/store.py (exact)
			shop/__init__.py:3 imports shop/orders.py (exact)`}},
		"a package and a module of one name": {Layout{}, told{files: `
-- shop/models/__init__.py --
class Order: pass
-- shop/models.py --
class Order: pass
-- main.py --
from shop.models import Order
`, want: `main.py:1 imports shop/models/__init__.py (exact)`}},
		"modules that take all of each other": {Layout{}, told{files: `
-- shop/__init__.py --
from .a import *
from .b import *
-- shop/a.py --
from . import B
class A: pass
-- shop/b.py --
class B: pass
-- main.py --
from shop import A, B
`, want: `
			shop/__init__.py:1 imports shop/a.py (exact)
			shop/__init__.py:2 imports shop/b.py (exact)
			shop/a.py:1 imports shop/b.py (exact)
			main.py:1 imports shop/a.py (exact)
			main.py:1 imports shop/b.py (exact)`}},
	} {
		t.Run(name, func(t *testing.T) {
			kinds := row.kinds
			if kinds == nil {
				kinds = []EdgeKind{Imports}
			}
			wantEdges(t, edgesOf(graphOf(t, row.files, row.layout), kinds...), row.want)
		})
	}
}
