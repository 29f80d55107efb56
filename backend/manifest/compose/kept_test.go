package compose

import (
	"strings"
	"testing"
)

func TestKept(t *testing.T) {
	t.Parallel()
	const file = `# a remark
name: shop
services:
  web:
    build:
      context: .
      dockerfile: web/Dockerfile
    ports:
    - "3000:3000"
    - "4000:4000"
    environment:
      MODE: fast
  db:
    image: postgres:16
    environment:
      POSTGRES_DB: x
`
	for name, one := range map[string]struct {
		mine []int // lines from 1
		want string
	}{
		"nothing":             {nil, ""},
		"a remark":            {[]int{1}, ""},
		"an item of a list":   {[]int{10}, "services:|  web:|    build:|      context: .|      dockerfile: web/Dockerfile|    ports:|    - \"4000:4000\""},
		"a variable":          {[]int{16}, "services:|  db:|    environment:|      POSTGRES_DB: x"},
		"a service of theirs": {[]int{13, 14}, "services:|  db:|    image: postgres:16"},
		"what starts it":      {[]int{2}, "name: shop"},
	} {
		counts := make([]bool, strings.Count(file, "\n")+1)
		for _, n := range one.mine {
			counts[n-1] = true
		}
		kept := Kept(file, counts)
		if strings.Count(kept, "\n") != strings.Count(file, "\n") && kept != "" {
			t.Errorf("%s: the lines are not where they were: %q", name, kept)
		}
		got := strings.Join(strings.FieldsFunc(kept, func(r rune) bool { return r == '\n' }), "|")
		if got != one.want {
			t.Errorf("%s:\n%q, want\n%q", name, got, one.want)
		}
		if _, err := Parse(kept, nil); err != nil {
			t.Errorf("%s: what is left is no compose file: %v", name, err)
		}
	}
}
