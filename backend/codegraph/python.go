package codegraph

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/syntax"
)

// python are the rules of Python: a file is a module, a folder a package, and
// what an import names lies below some folder that the interpreter is told of
// (docs.python.org/3/reference/import.html). Which folders those are stands in no
// file, so that they are taken to be those that something can be found in.
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

// key is the file without its ending, of a package its folder. The folders above
// are there as well: something may be imported through them.
func (python) key(r *resolver, f *syntax.File) string {
	key := strings.TrimSuffix(strings.TrimSuffix(f.Path, ".pyi"), ".py")
	if path.Base(key) == "__init__" {
		key = path.Dir(key)
	}
	for dir := path.Dir(key); ; dir = path.Dir(dir) {
		r.spaceOf("python\x00" + dir).language = "python"
		if dir == "." || dir == "/" {
			return key
		}
	}
}

func (python) below(r *resolver, s *space, name string) *space {
	_, dir, _ := strings.Cut(s.key, "\x00")
	return r.spaces["python\x00"+path.Join(dir, name)]
}

func (p python) module(r *resolver, file int, i *syntax.Import) *space {
	from := path.Dir(r.graph.Files[file].Path)
	rest := strings.TrimLeft(i.Module, ".")
	parts := strings.ReplaceAll(rest, ".", "/")
	if dots := len(i.Module) - len(rest); dots > 0 {
		for range dots - 1 {
			if from == "." {
				return nil
			}
			from = path.Dir(from)
		}
		return r.spaces["python\x00"+path.Join(from, parts)]
	}
	first, _, _ := strings.Cut(parts, "/")
	if pythonOwn[first] {
		return nil
	}
	var folder *space
	for _, root := range p.roots(r, from) {
		s := r.spaces["python\x00"+path.Join(root, parts)]
		switch {
		case s == nil:
		case len(s.files) > 0:
			return s
		case folder == nil && (root == "." || i.Name != ""):
			folder = s
		}
	}
	return folder
}

// roots are the folders below which a file's imports are looked for: those above
// it, the nearest first, that are no packages; then the project's own and its src;
// then those with packages of their own.
func (p python) roots(r *resolver, from string) []string {
	if known, ok := r.pythonRoots[from]; ok {
		return known
	}
	var out []string
	for dir := from; ; dir = path.Dir(dir) {
		if !p.isPackage(r, dir) {
			out = append(out, dir)
		}
		if dir == "." || dir == "/" {
			break
		}
	}
	out = append(out, "src")
	for _, f := range r.graph.Files {
		if path.Base(f.Path) != "__init__.py" {
			continue
		}
		if above := path.Dir(path.Dir(f.Path)); !p.isPackage(r, above) && !slices.Contains(out, above) {
			out = append(out, above)
		}
	}
	if r.pythonRoots == nil {
		r.pythonRoots = map[string][]string{}
	}
	r.pythonRoots[from] = out
	return out
}

func (python) isPackage(r *resolver, dir string) bool {
	_, ok := r.graph.files[path.Join(dir, "__init__.py")]
	return ok
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
