package dockerfile

// Instruction is one instruction of a file as it is written, continuation lines
// joined.
type Instruction struct {
	Name string // upper case
	Rest string // what follows it; of a RUN with a here-document, its text too
	Line int    // its first line, from 1
}

// Instructions lists a file's instructions, known ones and others.
func Instructions(content string) []Instruction {
	var out []Instruction
	for _, in := range instructions(content) {
		out = append(out, Instruction{in.name, in.rest, in.line})
	}
	return out
}
