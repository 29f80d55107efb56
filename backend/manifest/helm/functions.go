package helm

import (
	"errors"
	"maps"
	"strings"
)

// function is what a template may call: least is how many arguments it wants.
type function struct {
	least int
	do    func(*Budget, []value) (value, error)
}

// functions are those of text/template, of Helm and of sprig that charts use
// (https://helm.sh/docs/chart_template_guide/function_list/). Those that ask the
// clock, chance, the environment or the network answer nothing, so that a chart
// says the same wherever and whenever it is read.
var functions = merged(logicFunctions, stringFunctions, textFunctions, listFunctions, dictFunctions, numberFunctions, yamlFunctions, silentFunctions)

func merged(all ...map[string]function) map[string]function {
	out := map[string]function{}
	for _, m := range all {
		maps.Copy(out, m)
	}
	return out
}

// plain makes a function of one that needs no budget and cannot fail.
func plain(least int, do func([]value) value) function {
	return function{least, func(_ *Budget, in []value) (value, error) { return do(in), nil }}
}

var logicFunctions = map[string]function{
	"not":   plain(1, func(in []value) value { return of(!in[0].truth()) }),
	"empty": plain(1, func(in []value) value { return of(!in[0].truth()) }),
	"eq": plain(2, func(in []value) value {
		for _, other := range in[1:] {
			if equal(in[0], other) {
				return of(true)
			}
		}
		return of(false)
	}),
	"ne": plain(2, func(in []value) value { return of(!equal(in[0], in[1])) }),
	"lt": plain(2, func(in []value) value { return of(compare(in[0], in[1]) < 0) }),
	"le": plain(2, func(in []value) value { return of(compare(in[0], in[1]) <= 0) }),
	"gt": plain(2, func(in []value) value { return of(compare(in[0], in[1]) > 0) }),
	"ge": plain(2, func(in []value) value { return of(compare(in[0], in[1]) >= 0) }),
	"default": plain(1, func(in []value) value {
		if last := in[len(in)-1]; len(in) > 1 && last.truth() {
			return last
		}
		return in[0]
	}),
	"coalesce": plain(0, func(in []value) value {
		for _, v := range in {
			if v.truth() {
				return v
			}
		}
		return value{}
	}),
	"ternary": plain(3, func(in []value) value {
		if in[2].truth() {
			return in[0]
		}
		return in[1]
	}),
	"all": plain(0, func(in []value) value {
		for _, v := range in {
			if !v.truth() {
				return of(false)
			}
		}
		return of(true)
	}),
	"any": plain(0, func(in []value) value {
		for _, v := range in {
			if v.truth() {
				return of(true)
			}
		}
		return of(false)
	}),
	// What only the user can give is left empty, as "helm lint" does: the rest of
	// the template counts.
	"required": plain(2, func(in []value) value { return in[1] }),
	"fail":     plain(0, func([]value) value { return value{} }),
	"kindOf":   plain(1, func(in []value) value { return of(textAt(in[0].kind(), in[0].at)) }),
	"typeOf": plain(1, func(in []value) value {
		kind := in[0].kind()
		if kind == "invalid" {
			kind = "<nil>"
		}
		return of(textAt(kind, in[0].at))
	}),
	"kindIs": plain(2, func(in []value) value { return of(isKind(in[1], in[0].text().s)) }),
	"typeIs": plain(2, func(in []value) value { return of(isKind(in[1], in[0].text().s)) }),
	"typeIsLike": plain(2, func(in []value) value {
		return of(isKind(in[1], strings.TrimPrefix(in[0].text().s, "*")))
	}),
}

func isKind(v value, name string) bool {
	switch name {
	case "int", "int64", "float64":
		name = "float64"
	case "map[string]interface {}", "chartutil.Values", "common.Values":
		name = "map"
	case "[]interface {}":
		name = "slice"
	}
	return v.kind() == name
}

func equal(a, b value) bool {
	switch x := a.v.(type) {
	case nil:
		return b.v == nil
	case bool:
		y, ok := b.v.(bool)
		return ok && x == y
	case text:
		y, ok := b.v.(text)
		return ok && x.s == y.s
	case int64, float64:
		if _, other := b.v.(text); other {
			return false
		}
		m, _ := a.number()
		n, ok := b.number()
		return ok && m == n
	}
	return false
}

// compare orders numbers, and else texts.
func compare(a, b value) int {
	m, ok := a.number()
	n, too := b.number()
	switch {
	case !ok || !too:
		return strings.Compare(a.text().s, b.text().s)
	case m < n:
		return -1
	case m > n:
		return 1
	}
	return 0
}

// silentFunctions would ask what is outside of the chart.
var silentFunctions = merged(
	nothing("lookup", func() any { return newDict() }),
	nothing("env expandenv getHostByName now date dateInZone date_in_zone htmlDate htmlDateInZone dateModify date_modify ago duration toDate unixEpoch "+
		"randAlphaNum randAlpha randNumeric randAscii randBytes randInt uuidv4 shuffle derivePassword genPrivateKey htpasswd bcrypt encryptAES decryptAES",
		func() any { return text{} }),
	nothing("genCA genSelfSignedCert genSignedCert genCAWithKey genSelfSignedCertWithKey genSignedCertWithKey buildCustomCert",
		func() any { return newDict() }),
)

func nothing(names string, make func() any) map[string]function {
	out := map[string]function{}
	for _, name := range strings.Fields(names) {
		out[name] = plain(0, func([]value) value { return of(make()) })
	}
	return out
}

var errLarge = errors.New("larger than any honest chart needs")
