package constrain

// Places inside one character of a JSON string, as RFC 8259 writes it. UTF-8
// has no overlong forms and no surrogates (RFC 3629); \u names no surrogates
// either, so that two escapes never depend on each other.
const (
	charStart     = iota
	charOneMore   // one continuation byte is left
	charTwoMore   // two
	charThreeMore // three
	charAfterE0
	charAfterED
	charAfterF0
	charAfterF4
	charEscape // after the backslash
	charHex    // four digits are left
	charHex3
	charHex2
	charHex1
	charHexD // three are left, after a D
	charDone
	charDead
)

// charSizes is how many bytes each place still takes.
var charSizes = [...]int{1, 1, 2, 3, 2, 2, 3, 3, 1, 4, 3, 2, 1, 3}

// character walks one byte.
func character(at int, b byte) int {
	switch at {
	case charStart:
		return firstByte(b)
	case charOneMore:
		return within(b, 0x80, 0xBF, charDone)
	case charTwoMore:
		return within(b, 0x80, 0xBF, charOneMore)
	case charThreeMore:
		return within(b, 0x80, 0xBF, charTwoMore)
	case charAfterE0:
		return within(b, 0xA0, 0xBF, charOneMore)
	case charAfterED:
		return within(b, 0x80, 0x9F, charOneMore)
	case charAfterF0:
		return within(b, 0x90, 0xBF, charTwoMore)
	case charAfterF4:
		return within(b, 0x80, 0x8F, charTwoMore)
	case charEscape:
		return afterBackslash(b)
	}
	return hexDigit(at, b)
}

func firstByte(b byte) int {
	switch {
	case b == '"' || b < 0x20:
		return charDead
	case b == '\\':
		return charEscape
	case b < 0x80:
		return charDone
	case b < 0xC2:
		return charDead
	case b < 0xE0:
		return charOneMore
	case b == 0xE0:
		return charAfterE0
	case b == 0xED:
		return charAfterED
	case b < 0xF0:
		return charTwoMore
	case b == 0xF0:
		return charAfterF0
	case b < 0xF4:
		return charThreeMore
	case b == 0xF4:
		return charAfterF4
	}
	return charDead
}

func afterBackslash(b byte) int {
	switch b {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return charDone
	case 'u':
		return charHex
	}
	return charDead
}

func hexDigit(at int, b byte) int {
	digit := b >= '0' && b <= '9' || b >= 'a' && b <= 'f' || b >= 'A' && b <= 'F'
	switch {
	case !digit:
		return charDead
	case at == charHex && (b == 'd' || b == 'D'):
		return charHexD
	case at == charHex:
		return charHex3
	case at == charHexD && b > '7':
		return charDead
	case at == charHexD || at == charHex3:
		return charHex2
	case at == charHex2:
		return charHex1
	}
	return charDone
}

func within(b, low, high byte, next int) int {
	if b < low || b > high {
		return charDead
	}
	return next
}
