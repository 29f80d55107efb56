package dockerfile

// purse is what filling in variables may still cost: values that are made of values
// grow with every line, and each is looked for among all that came before.
type purse struct {
	bytes int // of values
	vars  int // that are kept
}

// The limits of one file, and of one stage's steps. No file that people wrote comes
// near them.
const (
	mostFilledIn = 4 << 20
	mostVars     = 2000
	lookUpCosts  = 64 // bytes, at least
)

func fullPurse() *purse { return &purse{bytes: mostFilledIn, vars: mostVars} }

// pays is a look-up that knows nothing any more once the purse is empty.
func (p *purse) pays(lookup func(string) (string, bool)) func(string) (string, bool) {
	return func(name string) (string, bool) {
		if p.bytes <= 0 {
			return "", false
		}
		value, ok := lookup(name)
		p.bytes -= max(len(value), lookUpCosts)
		return value, ok
	}
}

// keeps gives so many of some variables as there is room for.
func (p *purse) keeps(some []Var) []Var {
	some = some[:min(len(some), p.vars)]
	p.vars -= len(some)
	return some
}
