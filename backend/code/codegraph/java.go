package codegraph

import (
	"strings"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/facts"
)

// java are the rules of Java: a package is a name that files say, wherever they
// lie; what it imports are types, and of types their members
// (docs.oracle.com/javase/specs/jls/se21/html/jls-7.html).
type java struct{}

// javaCommon are names of methods that types of the standard library and of
// common frameworks have: that one of ours has it, too, says nothing.
var javaCommon = words(`accept add addAll all and andThen append apply asList between build builder byteValue call cancel charAt clear clone close collect
	commit compare compareTo complete concat contains containsKey containsValue convert copy count create decode delete encode equals error execute exists exit
	filter find findAll findById findFirst first flatMap flush forEach format from get getAttribute getBody getBytes getCause getClass getCode getContent getContext
	getData getDescription getEmail getFile getHeader getHost getId getInputStream getKey getLength getMessage getMethod getName getOrDefault getOutputStream
	getParameter getPassword getPath getPort getResource getResult getSession getSize getStatus getTime getTitle getType getUrl getUser getUsername getValue
	handle hasNext hashCode header include indexOf info init insert intValue invoke isEmpty isPresent isValid iterator join keySet last length limit list load
	lock log map mapToObj match matches max merge min name next not now of ofNullable open or orElse orElseThrow parse parseInt peek poll post print println
	process push put putAll query read register reject remove removeIf replace reset resolve response result run save saveAll schedule select send set
	setAttribute setBody setDescription setId setKey setName setPassword setStatus setTime setTitle setType setUser setUsername setValue shutdown size sort
	sorted split start stop stream sub submit substring supply test toArray toLowerCase toString toUpperCase transform trim unlock update validate value
	valueOf values verify visit wait where with write`)

func (java) traits() traits {
	return traits{declares: true, ownMembers: true, apart: true, overloads: true, lazyStars: true, importsHide: true, common: javaCommon}
}

// key is the package. Those above it are there as well: whole names go through them.
func (java) key(r *resolver, f *facts.File) string {
	for name := f.Package; name != ""; name, _, _ = cutLast(name) {
		if s := r.spaceOf("java\x00" + name); s.language == "" {
			s.language = "java"
		}
	}
	return f.Package
}

func (java) below(r *resolver, s *space, name string) *space { return r.spaces[s.key+"."+name] }

// root is the package that a whole name begins with: shop.orders.Order.
func (java) root(r *resolver, _ place, name string) (value, bool) {
	s := r.spaces["java\x00"+name]
	return value{kind: isSpace, space: s}, s != nil
}

// module is a package, or a type whose members are imported.
func (java) module(r *resolver, _ int, i *syntax.Import) *space {
	if s := r.spaces["java\x00"+i.Module]; s != nil && len(s.files) > 0 && !i.Static {
		return s
	}
	key := "java\x00\x00" + i.Module
	if s, ok := r.spaces[key]; ok {
		return s
	}
	s := ofType(r, "java", key, i.Module)
	r.spaces[key] = s
	return s
}

// What the members of types of the standard library give: T is what a list or a
// stream holds, K and V the keys and values of a map. "same" is the type itself.
var javaHeld = map[string]map[string]string{
	"Optional": table("T: get orElse orElseGet orElseThrow; same: filter or; Stream<T>: stream"),
	"List": table(`T: get getFirst getLast poll peek pop element remove removeFirst removeLast first last take pollFirst pollLast peekFirst peekLast next
		previous elementAt firstElement lastElement set; Stream<T>: stream parallelStream; Iterator<T>: iterator listIterator descendingIterator; same: subList reversed headSet tailSet; []<T>: toArray`),
	"Stream":   table("same: filter sorted distinct limit skip peek parallel sequential unordered onClose takeWhile dropWhile concat; Optional<T>: findFirst findAny min max reduce; List<T>: toList; Iterator<T>: iterator"),
	"Map":      table("V: get getOrDefault put remove computeIfAbsent putIfAbsent compute computeIfPresent merge replace; List<V>: values; Set<K>: keySet; Set<Entry<K,V>>: entrySet; Entry<K,V>: firstEntry lastEntry floorEntry ceilingEntry; K: firstKey lastKey"),
	"Entry":    table("K: getKey; V: getValue"),
	"Supplier": table("T: get join call getNow resultNow getIfAvailable getObject getBody getValue block getPayload; List<T>: getContent; Stream<T>: stream; same: thenComposeAsync whenComplete exceptionally"),
}

// table reads "what it gives: names; ...".
func table(text string) map[string]string {
	out := map[string]string{}
	for _, row := range strings.Split(text, ";") {
		gives, names, _ := strings.Cut(row, ": ")
		for _, name := range strings.Fields(names) {
			out[name] = strings.TrimSpace(gives)
		}
	}
	return out
}

func (java) ofLibrary(r *resolver, t typ, name string, tier Tier) (value, bool) {
	return r.given(t, tier, func(head string, args []string) (string, bool) { return javaMember(head, args, name) })
}

func javaMember(head string, args []string, name string) (string, bool) {
	head = head[strings.LastIndexByte(head, '.')+1:]
	kind := "Supplier"
	switch {
	case head == "[]":
		return "", true
	case strings.HasSuffix(head, "Map") || head == "Hashtable":
		kind = "Map"
	case head == "Entry" || head == "Optional" || head == "Stream":
		kind = head
	case len(args) == 1 && hasAnySuffix(head, "List", "Set", "Collection", "Iterable", "Iterator", "Queue", "Deque", "Vector", "Stack"):
		kind = "List"
	}
	if (kind == "Map" || kind == "Entry") != (len(args) == 2) {
		return "", true
	}
	gives := javaHeld[kind][name]
	switch gives {
	case "":
		return "", true
	case "same":
		return "->" + head + "<" + strings.Join(args, ",") + ">", true
	}
	letters := map[byte]string{'T': args[0], 'K': args[0], 'V': args[len(args)-1]}
	var b strings.Builder
	for i := range len(gives) {
		if letter := letters[gives[i]]; letter != "" && (i+1 == len(gives) || strings.IndexByte("<>,", gives[i+1]) >= 0) {
			b.WriteString(letter)
		} else {
			b.WriteByte(gives[i])
		}
	}
	return "->" + b.String(), true
}

// javaTells are methods of the standard library that give plain values.
var javaTells = table(`int: parseInt intValue length size indexOf lastIndexOf compareTo hashCode ordinal nextInt readUnsignedByte readUnsignedShort readInt;
	long: parseLong longValue currentTimeMillis getTime nanoTime toMillis readLong readUnsignedInt; double: parseDouble doubleValue nextDouble sqrt pow;
	boolean: equals contains startsWith endsWith isEmpty matches equalsIgnoreCase containsKey hasNext isPresent parseBoolean;
	String: toString trim substring toUpperCase toLowerCase replace replaceAll join format strip`)

func (java) tells(path string) string {
	name, called := strings.CutSuffix(path, "()")
	if !called {
		return ""
	}
	name = name[strings.LastIndexByte(name, '.')+1:]
	return javaTells[name]
}

func hasAnySuffix(s string, suffixes ...string) bool {
	for _, suffix := range suffixes {
		if strings.HasSuffix(s, suffix) {
			return true
		}
	}
	return false
}
