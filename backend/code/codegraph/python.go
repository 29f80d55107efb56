package codegraph

import "strings"

// python are the rules of Python: a file is a module, a folder a package, and
// what an import names lies below some folder that the interpreter is told of
// (docs.python.org/3/reference/import.html); see pythonPath.
type python struct{}

// pythonCommon are names of methods that types of the standard library and of
// every framework have: that one of ours has it, too, says nothing.
var pythonCommon = words(`add all annotate append as_view bind capitalize cancel check clean clear close commit connect copy count create cursor
	debug decode delete digest disconnect dispatch dump dumps emit encode endswith error exclude execute exists exit extend fetchall fetchone fileno filter
	find findall first flush format full_clean get get_context_data get_object get_queryset group handle hexdigest index info insert is_valid isdigit items join json
	keys last load loads log lower lstrip match name next open order_by parse pop popitem post put process query read readline readlines register
	remove render replace request reset result reverse rollback rstrip run save scalar search select select_related send serialize set setdefault
	setUp setup split splitlines start startswith stop strip sub submit title tearDown text to_dict to_json union update upper url validate value values
	values_list wait warning write writelines assertEqual patch route command option delay apply_async refresh head options print flatten merge map
	sort seek tell truncate touch mkdir unlink rename stat resolve exception critical call apply invoke configure shutdown connection build export
	connect_ex recv sendall accept listen detach release acquire locked notify put_nowait get_nowait task_done is_set done cancelled add_done_callback`)

// pythonOwn are the modules that Python itself has: what an import of one means is
// never a file of the project.
var pythonOwn = words(`__future__ abc argparse array ast asyncio atexit base64 binascii bisect builtins bz2 calendar cgi cmath cmd codecs collections
	colorsys concurrent configparser contextlib contextvars copy copyreg csv ctypes curses dataclasses datetime dbm decimal difflib dis doctest email
	encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc genericpath getopt getpass gettext glob
	graphlib grp gzip hashlib heapq hmac html http imaplib importlib inspect io ipaddress itertools json keyword linecache locale logging lzma mailbox
	marshal math mimetypes mmap multiprocessing netrc numbers operator optparse os pathlib pdb pickle pickletools pkgutil platform plistlib poplib posix
	posixpath pprint profile pstats pty pwd py_compile pydoc queue quopri random re readline reprlib resource runpy sched secrets select selectors
	shelve shlex shutil signal smtplib socket socketserver sqlite3 ssl stat statistics string stringprep struct subprocess symtable sys sysconfig
	syslog tarfile tempfile termios textwrap threading time timeit tkinter tokenize tomllib trace traceback tracemalloc types typing unicodedata
	unittest urllib uuid venv warnings wave weakref webbrowser wsgiref xml xmlrpc zipapp zipfile zipimport zlib zoneinfo`)

func (python) traits() traits {
	return traits{declares: true, openImports: true, replaces: true, starsPublic: true, common: pythonCommon}
}

// pythonHeld are the methods of lists and dictionaries by what they give.
var pythonHeld = map[string]string{
	"values": "[]<V>", "items": "[]<(K,V)>", "keys": "[]<K>", "get": "V", "pop": "V", "setdefault": "V", "popitem": "(K,V)", "copy": "same", "popleft": "V",
	"union": "same", "__aiter__": "same", "difference": "same",
}

func (python) ofLibrary(r *resolver, t typ, name string, tier Tier) (value, bool) {
	return r.given(t, tier, func(head string, args []string) (string, bool) { return pythonMember(head, args, name) })
}

func pythonMember(head string, args []string, name string) (string, bool) {
	if head != "[]" {
		return "", false
	}
	value := args[len(args)-1]
	switch gives := pythonHeld[name]; gives {
	case "":
		return "", true
	case "same":
		return "->[]<" + strings.Join(args, ",") + ">", true
	default:
		return "->" + strings.ReplaceAll(strings.ReplaceAll(gives, "K", args[0]), "V", value), true
	}
}
