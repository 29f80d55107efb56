package version

import (
	"testing"
)

func TestRangeAllows(t *testing.T) {
	for _, c := range []struct {
		constraint string
		yes, no    []string
	}{
		{"^8.1", []string{"8.1", "8.4"}, []string{"8.0", "9.0", "7.4"}},
		{"^7.4 || ^8.0", []string{"7.4", "8.3"}, []string{"7.3", "9.0"}},
		{"^7.4|^8.0", []string{"7.4", "8.3"}, []string{"7.3"}},
		{">=7.2.5 <8.3", []string{"7.2", "8.2"}, []string{"8.3", "7.1"}},
		{">=7.2.5,<8.3", []string{"7.2", "8.2"}, []string{"8.3"}},
		{"~8.1.0", []string{"8.1"}, []string{"8.2", "8.0"}},
		{"~> 3.2", []string{"3.2", "3.9"}, []string{"4.0", "3.1"}},
		{"~> 3.4.0", []string{"3.4"}, []string{"3.5", "3.3"}},
		{"8.1.*", []string{"8.1"}, []string{"8.2"}},
		{"8.*", []string{"8.0", "8.9"}, []string{"9.0", "7.4"}},
		{"7.4 - 8.1", []string{"7.4", "8.1"}, []string{"8.2", "7.3"}},
		{">= 1.13.0 and < 2.0.0", []string{"1.13", "1.99"}, []string{"1.12", "2.0"}},
		{"~> 1.12 or ~> 2.0", []string{"1.12", "2.4"}, []string{"3.0"}},
		{">=8.3.5", []string{"8.3", "8.4"}, []string{"8.2"}},
		{"3.2.1", []string{"3.2"}, []string{"3.3"}},
		{"*", []string{"1.0", "9.9"}, nil},
		{"", []string{"1.0"}, nil},
		{"nonsense", []string{"1.0"}, nil},
	} {
		r := ParseRange(c.constraint)
		for _, v := range c.yes {
			if !r.Allows(v) {
				t.Errorf("%q does not allow %s", c.constraint, v)
			}
		}
		for _, v := range c.no {
			if r.Allows(v) {
				t.Errorf("%q allows %s", c.constraint, v)
			}
		}
	}
}

func TestChoose(t *testing.T) {
	known := []string{"8.5", "8.4", "8.3", "8.2", "8.1", "8.0", "7.4"}
	for _, c := range []struct {
		constraints []string
		want        string
		fits        bool
	}{
		{nil, "8.4", true},
		{[]string{"^8.1"}, "8.4", true},
		{[]string{"^8.1", "<8.3"}, "8.2", true},
		{[]string{"^8.5"}, "8.5", true},
		{[]string{"7.2.*"}, "7.4", false},
		{[]string{"5.6"}, "7.4", false},
		{[]string{"^9.0"}, "8.5", false},
		{[]string{"~8.1.0", "^8.2"}, "8.1", false},
	} {
		var ranges []Range
		for _, s := range c.constraints {
			ranges = append(ranges, ParseRange(s))
		}
		got, fits := Choose("8.4", known, ranges...)
		if got != c.want || fits != c.fits {
			t.Errorf("%q: %s (fits %t), want %s (%t)", c.constraints, got, fits, c.want, c.fits)
		}
	}
}

func TestExact(t *testing.T) {
	for in, want := range map[string]string{"3.2.1": "3.2.1", "= 3.2.1": "3.2.1", "v1.2.3": "1.2.3", "~> 3.2.1": "", "3.2": "", "3.2.x": ""} {
		if got, _ := Exact(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func FuzzRange(f *testing.F) {
	f.Add("^8.1 || >=9 - 10 ~")
	f.Fuzz(func(t *testing.T, s string) {
		r := ParseRange(s)
		if low := r.Lowest(); low != "" && !r.Allows(low) {
			t.Fatalf("%q: its own lowest %s is not allowed", s, low)
		}
	})
}
