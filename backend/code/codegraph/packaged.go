package codegraph

import (
	"maps"
	"path"
	"strings"
	"sync"
	"unicode"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/facts"
)

// packaged are the rules of languages in which files say the name of the package
// or namespace that they belong to, as in Java: Kotlin and Scala, which share
// Java's packages, C# and PHP.
type packaged struct {
	family  string
	marks   traits
	include string // the ending of files that are imported by their path
}

// plainCommon are names of methods that libraries have, however a language spells
// them: that one type of ours has it, too, says nothing.
var plainCommon = sync.OnceValue(func() map[string]bool {
	out := words(`each dispose ToString GetHashCode Equals call inspect to_s to_a to_h toArray first last size length count select reject detect perform
		valid? nil? empty? present? blank? save! create! update! destroy destroy! render redirect_to head body headers status params respond_to success
		failure error warn notify publish subscribe handle invoke startsWith endsWith padStart message shift unshift hash invert include? has_key? key?
		to_sym to_i to_f gsub scan match? upcase downcase chomp freeze dup is_a? kind_of? respond_to? public_send content_type user_agent writeAll writeUtf8
		readUtf8 withLock unapplySeq unapply putc puts printf begin end push_back pop_back emplace emplace_back insert erase find at front back c_str str
		data reserve resize swap clear reset get release lock unlock append deinit init alloc free`)
	for _, list := range []map[string]bool{javaCommon, pythonCommon, goCommon} {
		maps.Copy(out, list)
	}
	for name := range maps.Clone(out) {
		letters := []rune(name)
		letters[0] = unicode.ToUpper(letters[0])
		out[string(letters)] = true
		out[string(letters)+"Async"] = true
		letters[0] = unicode.ToLower(letters[0])
		out[string(letters)] = true
	}
	return out
})

func (p packaged) traits() traits {
	p.marks.common = plainCommon()
	return p.marks
}

// key is the package. Those above it are there as well: names go through them.
func (p packaged) key(r *resolver, f *facts.File) string {
	if ext := path.Ext(f.Path); ext == ".kts" || ext == ".sc" { // a script: what it declares is its own
		return "\x00script\x00" + f.Path
	}
	for name := f.Package; name != ""; name, _, _ = cutLast(name) {
		s := r.spaceOf(p.family + "\x00" + name)
		if s.language == "" {
			s.language = f.Language
		}
	}
	return f.Package
}

func (p packaged) below(r *resolver, s *space, name string) *space {
	return r.spaces[strings.Trim(s.key+"."+name, ".")]
}

func (p packaged) module(r *resolver, file int, i *syntax.Import) *space {
	if p.include != "" && i.Name == "" {
		f := r.graph.Files[file].Path
		if at, ok := r.graph.files[path.Join(path.Dir(f), i.Module)]; ok {
			return r.fileSpace(at)
		}
		return r.fileSpace(r.ending(file, strings.TrimLeft(i.Module, "./")))
	}
	if s := r.spaces[p.family+"\x00"+i.Module]; s != nil && !i.Static {
		return s
	}
	key := p.family + "\x00\x00" + i.Module
	if s, ok := r.spaces[key]; ok {
		return s
	}
	s := ofType(r, p.family, key, i.Module)
	r.spaces[key] = s
	return s
}

// whole is what a package has that belongs to a type of another: imports name it.
func (p packaged) whole(r *resolver, s *space, name string) (value, bool) {
	var found []NodeID
	for _, i := range s.files {
		for j := range r.graph.Files[i].Symbols {
			if o := &r.graph.Files[i].Symbols[j]; o.Of() != "" && o.Name == name && o.Owner == syntax.Nobody {
				found = append(found, r.graph.node(i, j))
			}
		}
	}
	return value{kind: isNode, nodes: found}, len(found) > 0
}

// root finds a name in the packages around, and the package of a whole name.
func (p packaged) root(r *resolver, at place, name string) (value, bool) {
	f := r.graph.Files[at.file]
	for pack := f.Package; pack != ""; {
		if s := r.spaces[p.family+"\x00"+pack+"."+name]; s != nil {
			return value{kind: isSpace, space: s}, true
		}
		pack, _, _ = cutLast(pack)
		// What is in packages around is seen in C# alone; Scala has it where packages
		// are said one in the other.
		if s := r.spaces[p.family+"\x00"+pack]; s != nil && pack != "" && p.family == "csharp" && len(s.names.of(r.graph, name)) > 0 {
			return value{kind: isNode, nodes: s.names.of(r.graph, name)}, true
		}
	}
	if s := r.spaces[p.family+"\x00"]; s != nil && f.Package != "" {
		var found []NodeID
		for _, n := range s.names.of(r.graph, name) {
			if k := r.graph.Nodes[n].Kind; p.family == "csharp" || p.family == "php" && (k == syntax.Function || k == syntax.Constant) {
				found = append(found, n)
			}
		}
		if len(found) > 0 {
			return value{kind: isNode, nodes: found}, true
		}
	}
	if s := r.spaces[p.family+"\x00"+name]; s != nil {
		return value{kind: isSpace, space: s}, true
	}
	return value{}, false
}

// plainGives are methods of lists and of what may be absent that give what those
// hold.
var plainGives = words(`first firstOrNull last lastOrNull single singleOrNull find findLast get getOrNull getOrElse getOrDefault elementAt random
	removeFirst removeLast pop peek next head headOption lastOption orElse getOrElse min max maxBy minBy maxByOrNull minByOrNull First FirstOrDefault
	Last LastOrDefault Single SingleOrDefault Find ElementAt ElementAtOrDefault Dequeue Pop Peek Value Result FirstAsync FirstOrDefaultAsync SingleAsync
	SingleOrDefaultAsync FindAsync Current await`)

// plainKeeps are those that give a list of the same.
var plainKeeps = words(`filter filterNot filterNotNull sorted sortedBy sortBy reversed take drop takeWhile dropWhile distinct toList toSet
	toMutableList asSequence plus minus Where OrderBy OrderByDescending ThenBy Take Skip Distinct ToList ToArray ToListAsync AsEnumerable AsQueryable
	Reverse Concat Include AsNoTracking`)

// ofLibrary says what the lists of libraries give: their members are never those
// of what they hold.
func (p packaged) ofLibrary(r *resolver, t typ, name string, tier Tier) (value, bool) {
	return r.given(t, tier, func(head string, args []string) (string, bool) {
		text := ""
		switch {
		case plainGives[name]:
			text = args[len(args)-1]
			if name != "Value" && name != "Result" && name != "Current" {
				text = "->" + text
			}
		case plainKeeps[name]:
			text = "->" + head + "<" + strings.Join(args, ",") + ">"
		}
		return text, true
	})
}

var (
	_ rooted    = packaged{}
	_ wholesome = packaged{}
	_ libraried = packaged{}
)
