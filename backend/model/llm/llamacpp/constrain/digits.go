package constrain

import "strconv"

// whole compiles the whole numbers from low to high, without leading zeros.
func (c *compiler) whole(low, high int64) id {
	var kids []id
	if low < 0 {
		kids = append(kids, c.sequence(c.literal("-"), c.natural(max(1, -high), -low)))
	}
	if high >= 0 {
		kids = append(kids, c.natural(max(0, low), high))
	}
	return c.either(kids...)
}

// natural splits a range where the number of digits changes.
func (c *compiler) natural(low, high int64) id {
	var kids []id
	for low <= high {
		end := int64(9)
		for end < low {
			end = end*10 + 9
		}
		end = min(end, high)
		kids = append(kids, c.digits(strconv.FormatInt(low, 10), strconv.FormatInt(end, 10)))
		low = end + 1
	}
	return c.either(kids...)
}

// digits compiles the numbers between two of the same length.
func (c *compiler) digits(low, high string) id {
	if low == high {
		return c.literal(low)
	}
	if len(low) == 1 {
		return c.set(low[0], high[0])
	}
	rest := len(low) - 1
	if low[0] == high[0] {
		return c.sequence(c.literal(low[:1]), c.digits(low[1:], high[1:]))
	}
	var kids []id
	from, to := low[0], high[0]
	if low[1:] != repeated('0', rest) {
		kids = append(kids, c.sequence(c.literal(low[:1]), c.digits(low[1:], repeated('9', rest))))
		from++
	}
	if high[1:] != repeated('9', rest) {
		kids = append(kids, c.sequence(c.literal(high[:1]), c.digits(repeated('0', rest), high[1:])))
		to--
	}
	if from <= to {
		kids = append(kids, c.sequence(c.set(from, to), c.repeat(c.set('0', '9'), rest, rest)))
	}
	return c.either(kids...)
}

func repeated(b byte, n int) string {
	out := make([]byte, n)
	for i := range out {
		out[i] = b
	}
	return string(out)
}
