package dockerfile

import (
	"strings"
	"testing"
)

func TestKept(t *testing.T) {
	t.Parallel()
	const file = `FROM node:22 AS build
WORKDIR /app
RUN npm ci && \
    npm run build
COPY <<EOF /etc/x.conf
listen 80;
EOF

FROM node:22-slim
# a remark
EXPOSE 3000
CMD ["node", "x.js"]
`
	lines := func(mine ...int) []bool {
		counts := make([]bool, strings.Count(file, "\n")+1)
		for _, n := range mine {
			counts[n-1] = true
		}
		return counts
	}
	for name, one := range map[string]struct {
		mine []int // lines from 1
		want string
	}{
		"nothing":                       {nil, ""},
		"a remark":                      {[]int{10}, ""},
		"one of the last stage":         {[]int{11}, "FROM\n\n\n\n\n\n\n\nFROM\n\nEXPOSE 3000\n\n"},
		"one line of an instruction":    {[]int{4}, "FROM\n\nRUN npm ci && \\\n    npm run build\n\n\n\n\nFROM\n\n\n\n"},
		"one line of a here-document":   {[]int{6}, "FROM\n\n\n\nCOPY <<EOF /etc/x.conf\nlisten 80;\nEOF\n\nFROM\n\n\n\n"},
		"an image, and its stage alone": {[]int{9}, "FROM\n\n\n\n\n\n\n\nFROM node:22-slim\n\n\n\n"},
	} {
		if got := Kept(file, lines(one.mine...)); got != one.want {
			t.Errorf("%s:\n%q, want\n%q", name, got, one.want)
		}
	}
	d, _ := Parse(Kept(file, lines(11)))
	s, ok := d.Stage("")
	if !ok || s.Image != "" || len(s.Expose) != 1 || s.Expose[0].Line != 11 || s.Cmd.Set() {
		t.Errorf("the last stage is read as %+v", s)
	}
}
