package language

import "aipack/backend/base/finding"

// Setting is a value of a configuration file, and the variable by which the
// framework has it overridden.
type Setting struct {
	Variable string
	Beside   string           // name of a database of its own beside the program's; "" for the program's
	Text     string           // as it stands there: never shown
	Why      finding.Evidence // without the text
}
