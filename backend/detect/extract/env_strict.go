package extract

import (
	"strings"

	"aipack/backend/detect/source"
	"aipack/backend/detect/spelled"
	"aipack/backend/detect/without"
	"aipack/backend/language"
)

// readers are calls and subscripts that stop the program where the variable is not
// set and no other value is given.
var readers = []string{
	"environ[", "ENV.fetch(", "fetch_env!(", "mustGetenv(", "MustGetenv(", "mustGetEnv(",
	"requireEnv(", "env!(", "getOrThrow(", "getOrThrow<",
}

// strictness says what the reading expression itself does without the
// variable: os.environ["X"], ENV.fetch("X"), env::var("X").expect(…).
func (f *Source) strictness(h source.Hit, before, tail string) need {
	for _, s := range readers {
		if !strings.Contains(h.Match, s) {
			continue
		}
		tail = strings.TrimLeft(tail, " ")
		if strings.HasPrefix(strings.TrimLeft(tail, ")] "), "if ") { // x["A"] if "A" in x else …
			return tested
		}
		for _, otherwise := range []string{",", ") {", "){", ") do", ") ||", "] = ", "]= ", "] if", ") if"} {
			if strings.HasPrefix(tail, otherwise) {
				return tested
			}
		}
		return thrown
	}
	switch {
	case f.fillsHosts(h, tail):
		return thrown
	case strings.HasSuffix(f.Name, ".py") && settingsCall.Regexp().MatchString(h.Match):
		return f.settingsStrictness(h.Groups[1], tail)
	case strings.Contains(h.Match, "env.get(") && !strings.Contains(h.Match, "Deno"), strings.Contains(h.Match, "Envar("):
		return chainStrictness(h.Text)
	case strings.Contains(h.Match, "env::var"), strings.Contains(h.Match, "dotenvy::var"), strings.Contains(h.Match, "dotenv::var"):
		return rustStrictness(tail)
	case strings.HasSuffix(before, "requireNonNull("), strings.HasSuffix(before, "requireNotNull("), strings.HasSuffix(before, "checkNotNull("), strings.HasSuffix(before, "invariant("), strings.HasSuffix(before, "assert("):
		return thrown
	case structTag.Regexp().MatchString(h.Match):
		return tagStrictness(h.Text)
	}
	rest := strings.TrimLeft(tail, ")] ")
	if quoted := strings.Contains(h.Match, `"`+h.Groups[1]) || strings.Contains(h.Match, "'"+h.Groups[1]); quoted && strings.HasPrefix(strings.TrimLeft(tail, " "), ",") {
		return tested // another value is handed along
	}
	if calledOn.Regexp().MatchString(rest) && !strings.HasSuffix(f.Name, ".go") {
		return asserted // there is nothing to call it on
	}
	n := strictTail(rest)
	if n == plain && without.Refused(f.File, before, tail) {
		return thrown
	}
	if m := wrapper.Regexp().FindStringSubmatch(h.Match); m != nil && n == plain {
		return f.sources.wrapperStrictness(m[1], tail)
	}
	return n
}

// chainStrictness reads what further calls say of the need: env-var's
// env.get("X").required() (https://github.com/evanshortiss/env-var), kingpin's
// Flag("x", "").Envar("X").Required().
func chainStrictness(line string) need {
	switch {
	case strings.Contains(line, ".required(") && !strings.Contains(line, ".required(false"), strings.Contains(line, ".Required()"):
		return thrown
	case strings.Contains(line, ".default("), strings.Contains(line, ".Default("):
		return tested
	}
	return plain
}

// calledOn matches a method that is called on the value: X.split(",").
const calledOn language.Pattern = `^\.(?:split|replace\w*|trim|toLowerCase|toUpperCase|startsWith|endsWith|includes|strip|lower|upper|startswith|encode|rstrip|match)\(`

// takenIf keeps a value only where it is good for something, in Kotlin.
// https://kotlinlang.org/docs/scope-functions.html#takeif-and-takeunless
const takenIf language.Pattern = `^\?\.take(?:If|Unless)\s*\{[^{}]*\}\s*`

// strictTail reads what follows an expression that gives nothing where the
// variable is not set.
func strictTail(rest string) need {
	rest = afterMaps(takenIf.Regexp().ReplaceAllString(rest, ""))
	if runs, ok := strings.CutPrefix(rest, "?: run {"); ok {
		runs, _, _ = strings.Cut(runs, "}")
		if strings.Contains(runs, "exitProcess(") || strings.Contains(runs, "throw ") {
			return thrown
		}
	}
	for _, s := range []string{"?:throw", "?: throw", "?: error(", "?? throw", "|| raise", "or raise", "?:exit", "or die", "?? die", "|| fail", "?? fail", ".orElseThrow", "?? (() => { throw", "|| (() => { throw"} {
		if strings.HasPrefix(rest, s) {
			return thrown
		}
	}
	for _, empty := range []string{"|| \"\"", "?? \"\"", "|| ''", "?? ''", "or None", `or ""`} {
		if strings.HasPrefix(rest, empty) {
			return plain
		}
	}
	switch {
	case strings.HasPrefix(rest, ".expect("), strings.HasPrefix(rest, ".unwrap()"):
		return thrown
	case strings.HasPrefix(rest, "!") && !strings.HasPrefix(rest, "!="):
		return asserted
	case strings.HasPrefix(rest, "||"), strings.HasPrefix(rest, "??"), strings.HasPrefix(rest, "or "), strings.HasPrefix(rest, "?:"):
		return tested
	}
	return plain
}

// settingsCall are the calls of django-environ, environs, python-decouple and
// Starlette: they raise where nothing is set and no default is given.
// https://django-environ.readthedocs.io, https://pypi.org/project/python-decouple
const settingsCall language.Pattern = `^\s*(?:config|env(?:\.\w+)?)\(`

func (f *Source) settingsStrictness(name, tail string) need {
	arguments := callRest(tail)
	first, _, _ := strings.Cut(strings.TrimLeft(arguments, ", "), ",")
	positional := strings.TrimSpace(first)
	switch {
	case strings.Contains(arguments, "default"), positional != "" && !strings.Contains(positional, "="), f.Contains(name + "=("):
		return tested
	}
	return thrown
}

// callRest cuts what follows an argument off where the call ends.
func callRest(tail string) string {
	if end := spelled.End(tail); end >= 0 {
		tail = tail[:end]
	}
	return strings.TrimLeft(tail, "\"' ")
}

// Struct tags by which a variable is read, and what they say of its need:
// github.com/caarlos0/env, kelseyhightower/envconfig, sethvargo/go-envconfig,
// ilyakaznacheev/cleanenv.
const (
	structTag   language.Pattern = `^(?:env|envconfig|mapstructure):"`
	tagDefault  language.Pattern = `\b(?:envDefault|default|env-default):"|[, ]default=`
	tagRequired language.Pattern = `\benv:"[^"]*,\s*(?:required|notEmpty)|\b(?:required|env-required):"(?:true|yes)?"`
)

func tagStrictness(tag string) need {
	switch {
	case tagDefault.Regexp().MatchString(tag):
		return tested
	case tagRequired.Regexp().MatchString(tag):
		return thrown
	case strings.Contains(tag, "mapstructure:"):
		return plain
	}
	return tested // whoever wants it set writes so
}

// rustStrictness reads what is done with the Result of env::var.
func rustStrictness(tail string) need {
	rest := afterMaps(strings.TrimLeft(tail, "\")] "))
	if strings.HasPrefix(rest, ".unwrap_or_else(") && strings.Contains(rest, "panic!") { // but for debugging
		return thrown
	}
	for _, s := range []string{".expect(", ".unwrap()", "?", ".context(", ".with_context(", ".unwrap_or_else(|_| panic", ".map_err("} {
		if strings.HasPrefix(rest, s) {
			return thrown
		}
	}
	for _, s := range []string{".ok()", ".is_ok()", ".unwrap_or", ".map(", ".map_or", ".or(", ".or_else(", ".is_err()"} {
		if strings.HasPrefix(rest, s) {
			return tested
		}
	}
	return plain
}

// afterMaps cuts off what only changes a value that is there: what follows says
// is done without, in Rust (https://doc.rust-lang.org/std/result/enum.Result.html) and Java
// (https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/util/Optional.html).
func afterMaps(rest string) string {
	for _, call := range []string{".map(", ".and_then(", ".filter("} {
		arguments, ok := strings.CutPrefix(rest, call)
		end := spelled.End(arguments)
		if !ok || end < 0 {
			continue
		}
		if after := strings.TrimLeft(arguments[end+1:], " "); strings.HasPrefix(after, ".") || strings.HasPrefix(after, "?") {
			return afterMaps(after)
		}
	}
	return rest
}
