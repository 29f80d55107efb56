package cause

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// nodeSince is the first of Node's releases with long-term support that has a
// global, a method or an option, by how an older one names what it lacks
// (nodejs.org/api, "Added in"; V8's are those of the release's changelog).
var nodeSince = map[string]string{
	"structuredClone": "18", "fetch": "18", "Headers": "18", "Request": "18", "Response": "18", "FormData": "18", "ReadableStream": "18",
	"findLast": "18", "findLastIndex": "18", "Object.hasOwn": "18", "parseArgs": "18", "node:test": "18", "--watch": "18",
	"toSorted": "20", "toReversed": "20", "toSpliced": "20", "crypto": "20", "File": "20", "CustomEvent": "20",
	"URL.canParse": "20", "styleText": "20", "--env-file": "20",
	"Object.groupBy": "22", "Map.groupBy": "22", "Array.fromAsync": "22", "Promise.withResolvers": "22", "WebSocket": "22", "navigator": "22",
	"isDisjointFrom": "22", "isSubsetOf": "22", "isSupersetOf": "22", "symmetricDifference": "22", "loadEnvFile": "22", "globSync": "22",
	"node:sqlite": "22", "node:sea": "20", "--env-file-if-exists": "22", "--experimental-strip-types": "22", "--run": "22",
	"Promise.try": "24", "RegExp.escape": "24", "Error.isError": "24", "URLPattern": "24",
}

// pythonRange is which of Python's versions have a module or a name of one, by
// how the others name what they lack (docs.python.org, "What's New" of each
// version; PEP 594 for modules that were removed).
var pythonRange = map[string]string{
	"zoneinfo": ">=3.9", "graphlib": ">=3.9", "tomllib": ">=3.11", "compression.zstd": ">=3.14", "annotationlib": ">=3.14",
	"asynchat": "<3.12", "asyncore": "<3.12", "distutils": "<3.12", "imp": "<3.12", "smtpd": "<3.12",
	"aifc": "<3.13", "audioop": "<3.13", "cgi": "<3.13", "cgitb": "<3.13", "chunk": "<3.13", "crypt": "<3.13", "imghdr": "<3.13", "mailcap": "<3.13",
	"msilib": "<3.13", "nis": "<3.13", "nntplib": "<3.13", "ossaudiodev": "<3.13", "pipes": "<3.13", "sndhdr": "<3.13", "spwd": "<3.13",
	"sunau": "<3.13", "telnetlib": "<3.13", "uu": "<3.13", "xdrlib": "<3.13",
	"typing.Annotated": ">=3.9", "typing.ParamSpec": ">=3.10", "typing.TypeAlias": ">=3.10", "typing.TypeGuard": ">=3.10", "typing.Concatenate": ">=3.10",
	"typing.Self": ">=3.11", "typing.Never": ">=3.11", "typing.LiteralString": ">=3.11", "typing.Required": ">=3.11", "typing.NotRequired": ">=3.11",
	"typing.Unpack": ">=3.11", "typing.TypeVarTuple": ">=3.11", "typing.assert_never": ">=3.11", "typing.dataclass_transform": ">=3.11",
	"typing.override": ">=3.12", "typing.TypeAliasType": ">=3.12", "typing.ReadOnly": ">=3.13", "typing.TypeIs": ">=3.13", "warnings.deprecated": ">=3.13",
	"enum.StrEnum": ">=3.11", "datetime.UTC": ">=3.11", "asyncio.TaskGroup": ">=3.11", "asyncio.Runner": ">=3.11", "asyncio.timeout": ">=3.11",
	"asyncio.to_thread": ">=3.9", "hashlib.file_digest": ">=3.11", "itertools.pairwise": ">=3.10", "itertools.batched": ">=3.12", "functools.cache": ">=3.9",
	"math.lcm": ">=3.9", "contextlib.chdir": ">=3.11", "contextlib.aclosing": ">=3.10", "types.NoneType": ">=3.10", "collections.Mapping": "<3.10",
	"collections.MutableMapping": "<3.10", "collections.Iterable": "<3.10", "collections.Callable": "<3.10", "collections.Sequence": "<3.10",
	"collections.Hashable": "<3.10", "inspect.getargspec": "<3.11", "asyncio.coroutine": "<3.11", "typing.io": "<3.13", "locale.format": "<3.12",
}

// sinceCauses are programs that ask their language for what its version in the image
// does not have: it never had it yet, or has it no more.
func sinceCauses() []way {
	var names, modules, options []string
	for _, name := range slices.Sorted(maps.Keys(nodeSince)) {
		quoted := regexp.QuoteMeta(name)
		switch {
		case strings.HasPrefix(name, "--"):
			options = append(options, quoted)
		case strings.HasPrefix(name, "node:"):
			modules = append(modules, quoted)
		default:
			names = append(names, quoted)
		}
	}
	var absent, missing []string
	for _, name := range slices.Sorted(maps.Keys(pythonRange)) {
		if at, rest, ok := strings.Cut(name, "."); ok && at != "compression" {
			missing = append(missing, `cannot import name '`+rest+`' from '`+at+`'`, `module '`+at+`' has no attribute '`+rest+`'`)
			continue
		}
		absent = append(absent, regexp.QuoteMeta(name))
	}
	return []way{
		{
			rule: "wrong_runtime_version",
			says: `TypeError: (?:[^\n]*\.)?(` + strings.Join(names, "|") + `) is not a function` +
				`|ReferenceError: (` + strings.Join(names, "|") + `) is not defined` +
				`|No such built-in module: (` + strings.Join(modules, "|") + `)\b` +
				`|bad option: (` + strings.Join(options, "|") + `)(?:[=\s]|$)`,
			tell: func(c circumstances, m []string) explanation {
				name := firstNonEmpty(m[1:])
				return explanation{
					why: "The program uses " + name + ", which Node has since version " + nodeSince[name] + ", and the image's is older.",
					fix: "Choose a Node image of that version or a newer one.", edits: newerOnly(c, "node", nodeSince[name]),
				}
			},
		},
		{
			rule: "wrong_runtime_version", says: `ModuleNotFoundError: No module named '(` + strings.Join(absent, "|") + `)'|(` + strings.Join(missing, "|") + `)`,
			tell: func(c circumstances, m []string) explanation { return pythonLacks(c, firstNonEmpty(m[1:])) },
		},
		{
			// PEP 604: a union of types is written X | Y since Python 3.10.
			rule: "wrong_runtime_version", says: `TypeError: unsupported operand type\(s\) for \|: '(?:type|NoneType|_?\w*GenericAlias)' and '\w+'`,
			tell: func(c circumstances, _ []string) explanation {
				return explanation{
					why: "The program writes unions of types as X | Y, which Python has since 3.10, and the image's is older.",
					fix: "Choose a Python image of that version or a newer one.", edits: within(c, "python", ">=3.10"),
				}
			},
		},
	}
}

// pythonLacks names what a version of Python lacks by Python's own words.
func pythonLacks(c circumstances, said string) explanation {
	if words := regexp.MustCompile(`'([^']+)'`).FindAllStringSubmatch(said, -1); len(words) == 2 {
		said = words[0][1] + "." + words[1][1] // module 'x' has no attribute 'y'
		if _, ok := pythonRange[said]; !ok {
			said = words[1][1] + "." + words[0][1] // cannot import name 'y' from 'x'
		}
	}
	wanted := pythonRange[said]
	why := "The program uses " + said + ", which Python has only since " + strings.TrimPrefix(wanted, ">=") + ", and the image's is older."
	if gone, ok := strings.CutPrefix(wanted, "<"); ok {
		why = "The program uses " + said + ", which Python has no more since " + gone + "."
	}
	return explanation{why: why, fix: "Choose a Python image that has it (" + wanted + ").", edits: within(c, "python", wanted)}
}
