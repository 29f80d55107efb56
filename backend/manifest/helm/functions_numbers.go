package helm

import (
	"math"
	"strings"

	"deps.dev/util/semver"
)

var numberFunctions = map[string]function{
	"int": whole(), "int64": whole(), "atoi": whole(), "toDecimal": whole(),
	"float64": plain(1, func(in []value) value { n, _ := in[0].number(); return value{n, placeOf(in)} }),
	"add":     folded(func(a, b int64) int64 { return a + b }), "sub": folded(func(a, b int64) int64 { return a - b }),
	"mul": folded(func(a, b int64) int64 { return a * b }),
	"max": folded(func(a, b int64) int64 { return max(a, b) }), "min": folded(func(a, b int64) int64 { return min(a, b) }),
	"div": folded(func(a, b int64) int64 {
		if b == 0 {
			return 0
		}
		return a / b
	}),
	"mod": folded(func(a, b int64) int64 {
		if b == 0 {
			return 0
		}
		return a % b
	}),
	"add1":  plain(1, func(in []value) value { return value{in[0].int() + 1, placeOf(in)} }),
	"floor": rounded(math.Floor), "ceil": rounded(math.Ceil), "round": rounded(math.Round),
	"semverCompare": plain(2, func(in []value) value { return of(within(in[0].text().s, in[1].text().s)) }),
	"semver": plain(1, func(in []value) value {
		d := newDict()
		parts := strings.SplitN(strings.TrimPrefix(in[0].text().s, "v"), ".", 3)
		for i, name := range []string{"Major", "Minor", "Patch"} {
			if i < len(parts) {
				d.put(name, of(str(parts[i], spot{}).int()), spot{})
			}
		}
		return of(d)
	}),
}

func whole() function {
	return plain(1, func(in []value) value { return value{in[0].int(), placeOf(in)} })
}

func rounded(f func(float64) float64) function {
	return plain(1, func(in []value) value { n, _ := in[0].number(); return value{f(n), placeOf(in)} })
}

func folded(f func(a, b int64) int64) function {
	return plain(1, func(in []value) value {
		n := in[0].int()
		for _, v := range in[1:] {
			n = f(n, v.int())
		}
		return value{n, placeOf(in)}
	})
}

// placeOf is where what numbers were computed from stands: the first of a file of
// values.
func placeOf(in []value) spot {
	for _, v := range in {
		if at := v.text().main(); at.value {
			return at
		}
	}
	return in[0].text().main()
}

// within reports whether a version meets a constraint of semver, as charts write
// them: ">=1.19-0", "^1.2 || ~2.1, <3". The -0 that lets pre-releases in is not
// needed for a version that is none.
func within(constraint, version string) bool {
	constraint = strings.ReplaceAll(strings.ReplaceAll(constraint, "-0", ""), ",", " ")
	c, err := semver.NPM.ParseConstraint(strings.ReplaceAll(constraint, "v", ""))
	return err == nil && c.Match(strings.TrimPrefix(version, "v"))
}
