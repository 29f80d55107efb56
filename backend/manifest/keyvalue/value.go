package keyvalue

// Value is an assigned value. Text is a literal, the last argument of a
// call (17 of JavaLanguageVersion.of(17)) or the name of a variable or
// constant; Raw is the whole expression.
type Value struct {
	Text    string
	Raw     string
	Literal bool // Text is a string of the script
	Line    int
}
