package ruby

import (
	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/version"
)

// ceilings are the newest Ruby that locked gems run on, by the versions of one: Active
// Support, which Rails and Active Record bring along. Ruby 2.7 brings bigdecimal 2, which has
// no BigDecimal.new any more, as Active Support 4 calls it
// (https://github.com/ruby/bigdecimal/blob/master/CHANGES.md); Ruby 3 takes no hash for
// keywords, as Active Support 5 hands them on
// (https://www.ruby-lang.org/en/news/2019/12/12/separation-of-positional-and-keyword-arguments-in-ruby-3-0/).
var ceilings = []struct{ below, ruby string }{{"< 5.0", "2.6"}, {"< 6.0", "2.7"}}

// ceiling is the newest Ruby that the locked gems run on, where nothing says which one it is
// to be.
func ceiling(p *language.Project) finding.Finding[string] {
	lock, ok := lockOf(p.Folder)
	if !ok {
		return finding.Finding[string]{}
	}
	locked := lock.Versions["activesupport"]
	if locked == "" {
		return finding.Finding[string]{}
	}
	_, file := gemfileOf(p.Folder)
	for _, c := range ceilings {
		if version.ParseRange(c.below).Allows(version.MinorOf(locked)) {
			return finding.Of(c.ruby, finding.Likely, p.At("ruby.ceiling", file, "activesupport ("+locked+")"))
		}
	}
	return finding.Finding[string]{}
}
