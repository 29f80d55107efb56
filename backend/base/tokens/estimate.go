package tokens

// Estimate counts without a model's tables: the specification's (len+3)/4 (section
// 4.3) and ten per cent.
type Estimate struct{}

// Count estimates.
func (Estimate) Count(text string) int { return ((len(text)+3)/4*11 + 9) / 10 }

// Exact is false.
func (Estimate) Exact() bool { return false }
