package jinja

import (
	"errors"
	"fmt"
	"math"
)

func operate(how string, a, b value) (value, error) {
	if how == "~" {
		return joined(shown(a), shown(b))
	}
	switch x := a.(type) {
	case Text:
		switch y := b.(type) {
		case Text:
			if how == "+" {
				return joined(x, y)
			}
		case int:
			if how == "*" {
				return repeated(x, y)
			}
		}
	case *list:
		if y, ok := b.(*list); ok && how == "+" {
			out, err := newList(append(x.items[:len(x.items):len(x.items)], y.items...))
			if err != nil {
				return nil, err
			}
			out.tuple = x.tuple
			return out, nil
		}
	}
	x, ok := number(a)
	y, also := number(b)
	if !ok || !also {
		return nil, fmt.Errorf("%s and %s cannot be computed with %s", kindOf(a), kindOf(b), how)
	}
	return compute(how, x, y, whole(a) && whole(b))
}

func whole(v value) bool {
	_, is := v.(float64)
	return !is
}

func compute(how string, x, y float64, whole bool) (value, error) {
	if y == 0 && (how == "/" || how == "//" || how == "%") {
		return nil, errors.New("it divides by zero")
	}
	var f float64
	switch how {
	case "+":
		f = x + y
	case "-":
		f = x - y
	case "*":
		f = x * y
	case "/":
		return x / y, nil
	case "//":
		f = math.Floor(x / y)
	case "%":
		f = x - y*math.Floor(x/y)
	case "**":
		f = math.Pow(x, y)
	}
	if whole && math.Abs(f) < 1<<53 && f == math.Trunc(f) {
		return int(f), nil
	}
	return f, nil
}

func joined(a, b Text) (value, error) {
	if len(a)+len(b) > mostText {
		return bounded(make(Text, mostText+1))
	}
	return append(a[:len(a):len(a)], b...), nil
}

func repeated(t Text, n int) (value, error) {
	if n > 0 && len(t) > mostText/n {
		return bounded(make(Text, mostText+1))
	}
	var out Text
	for range n {
		out = append(out, t...)
	}
	return out, nil
}
