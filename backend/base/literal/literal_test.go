package literal

import (
	"fmt"
	"regexp/syntax"
	"testing"
)

func TestSets(t *testing.T) {
	t.Parallel()
	for expression, want := range map[string]string{
		`listen`:                    "[[listen]] [listen]",
		`app\.listen\((\d+)`:        "[[app.listen(]] [app.listen(]",
		`port\s*=\s*number`:         "[[port] [number]] [number]",
		`(?:left|right)+ab`:         "[[left right]] [left right]",
		`(?:left|.*)x`:              "[] []",
		`(?:abc){2}`:                "[[abc]] [abc]",
		`(?:abc)*`:                  "[] []",
		`(?:abc)?defg`:              "[[defg]] [defg]",
		`(?:one two|(?:x+)three) y`: "[[one two three]] [one two three]",
		`first.*other`:              "[[first] [other]] [first]", // the first of equals
		`.`:                         "[] []",
	} {
		tree, err := syntax.Parse(expression, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		sets := Sets(tree, func(re *syntax.Regexp) string {
			if len(re.Rune) < 3 {
				return ""
			}
			return string(re.Rune)
		}, Longer)
		if got := fmt.Sprint(sets, Best(sets, Longer)); got != want {
			t.Errorf("%s: %s, want %s", expression, got, want)
		}
	}
	if Shortest(nil) != 0 || Shortest([]string{"abc", "ab"}) != 2 {
		t.Error("shortest")
	}
}
