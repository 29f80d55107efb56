package parserpool

// crashing is a language whose reading ends the process.
const crashing = "crash"

func init() {
	beforeReading = func(s Source) {
		if s.Language == crashing {
			panic("a defect of a grammar")
		}
	}
}
