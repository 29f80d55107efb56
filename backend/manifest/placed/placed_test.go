package placed

import (
	"strings"
	"testing"
)

func TestValuesKnowTheirPlace(t *testing.T) {
	t.Parallel()
	docs, err := Parse("a: {b: [1, x]}\n---\nc: &c\n  d: no\ne: {<<: *c, f: ~}\n", In("x.yaml"))
	if err != nil || len(docs) != 2 {
		t.Fatal(len(docs), err)
	}
	list := docs[0].Get("a", "b")
	if n, ok := list.List()[0].Int(); !ok || n != 1 || list.At != (Place{"x.yaml", 1}) || strings.Join(list.Texts(), " ") != "1 x" {
		t.Errorf("%+v", list)
	}
	if merged := docs[1].Get("e", "d"); merged.String() != "no" || merged.At.Line != 4 {
		t.Errorf("what an alias brings in stands where it was written: %+v", merged)
	}
	if null := docs[1].Get("e", "f"); null.Exists() || null.IsText() || docs[1].Get("e", "nothing", "below").String() != "" {
		t.Errorf("%+v", null)
	}
}

func TestClonesAreApart(t *testing.T) {
	t.Parallel()
	docs, _ := Parse("a: {b: [1]}\nc: 2\n", In("x.yaml"))
	clone := docs[0].Clone()
	clone.Get("a").Set("d", Place{"y.yaml", 3}, NewText("new", Place{"y.yaml", 3}))
	clone.Get("a", "b").Items[0].Text = "other"
	clone.Delete("c")
	if docs[0].Get("a", "d") != nil || docs[0].Get("a", "b").Items[0].Text != "1" || docs[0].Get("c").String() != "2" {
		t.Errorf("%+v", docs[0])
	}
	if got := clone.Get("a", "d"); got.At.Path != "y.yaml" || clone.Get("c") != nil {
		t.Errorf("%+v", clone)
	}
}

func TestWhatIsNestedTooDeepIsNotRead(t *testing.T) {
	t.Parallel()
	for name, content := range map[string]string{
		"brackets": "a: " + strings.Repeat("[", MaxDepth+1) + strings.Repeat("]", MaxDepth+1),
		"itself":   "a: &a [*a]\n",
	} {
		if docs, err := Parse(content, In("x.yaml")); err == nil || len(docs) != 0 {
			t.Errorf("%s: %d documents, %v", name, len(docs), err)
		}
	}
}
