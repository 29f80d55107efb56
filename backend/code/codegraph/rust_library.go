package codegraph

import "strings"

// What members of the standard library's types give, in terms of what these are
// made of (doc.rust-lang.org/std).
var (
	// rustSame give a value of the same making.
	rustSame = words(`as_ref as_mut as_deref as_deref_mut clone cloned copied ok_or ok_or_else map_err ok or or_else filter skip take rev chain peekable inspect by_ref step_by skip_while
		take_while context with_context wrap_err or_insert into_boxed_slice to_vec to_owned fuse sorted to_ascii_lowercase`)
	// rustOpen give what an option, a result or a lock holds.
	rustOpen = words("unwrap expect unwrap_or unwrap_or_default unwrap_or_else into_inner unwrap_unchecked get_or_insert_with get_or_init")
	// rustGuard give access to what a lock or a cell holds.
	rustGuard = words("lock read write borrow borrow_mut get_mut blocking_lock upgrade load")
	// rustEach go through a list.
	rustEach = words("iter iter_mut into_iter drain par_iter")
	// rustOne give an element of a list or an iterator, where there is one.
	rustOne = words("get get_mut first last first_mut last_mut pop pop_front pop_back front back next find nth max_by_key min_by_key peek last_mut next_back")
	// rustClosed are types that do not have the members of what they hold.
	rustClosed = words("Option Result [] Iter HashMap BTreeMap IndexMap DashMap HashSet BTreeSet Mutex RwLock RefCell Cell OnceCell OnceLock PhantomData Sender Receiver UnboundedSender JoinHandle Poll Weak Future Stream")
)

// givesItself reports whether a member that is derived gives a value of its type.
func (rust) givesItself(name string) bool {
	switch name {
	case "clone", "default", "to_owned", "borrow", "borrow_mut", "as_ref", "as_mut":
		return true
	}
	return false
}

// ofLibrary is a member of a value whose type is not the project's.
func (rust) ofLibrary(r *resolver, t typ, name string, tier Tier) (value, bool) {
	t = r.text(t)
	head, args := split(t.text)
	if len(args) == 0 {
		return r.outside(t), true
	}
	head = head[strings.LastIndexByte(head, '.')+1:]
	gives := func(text string) (value, bool) {
		return value{kind: isInstance, typ: typ{text: "->" + text, at: t.at, with: t.with}, tier: tier}, true
	}
	isMap := strings.HasSuffix(head, "Map") && len(args) == 2
	held := args[0]
	switch {
	case !rustClosed[head]: // it stands for what it holds: Arc<T>, a guard, an extractor
		inner := typ{text: held, at: t.at, with: t.with}
		if v := r.memberOf(inner, name, tier); v.kind != isOutside && v.kind != isUnknown {
			return v, true
		}
		if rustSame[name] {
			return gives(t.text)
		}
		if rustOpen[name] || rustGuard[name] { // a guard that its lock gives as a result
			return gives(held)
		}
	case isMap:
		switch name {
		case "get", "get_mut", "remove", "insert":
			return gives("Option<" + args[1] + ">")
		case "values", "values_mut", "into_values":
			return gives("Iter<" + args[1] + ">")
		case "iter", "iter_mut", "into_iter", "drain":
			return gives("Iter<(" + args[0] + "," + args[1] + ")>")
		}
	case (head == "Mutex" || head == "RwLock" || head == "RefCell" || head == "Weak") && rustGuard[name]:
		return gives("Guard<" + held + ">")
	case head == "Iter" && name == "enumerate":
		return gives("Iter<(usize," + held + ")>")
	case (head == "[]" || head == "HashSet" || head == "BTreeSet" || head == "Option") && rustEach[name]:
		return gives("Iter<" + held + ">")
	case (head == "[]" || head == "Iter") && rustOne[name]:
		return gives("Option<" + held + ">")
	case rustSame[name]:
		return gives(t.text)
	case rustOpen[name]:
		return gives(held)
	case head == "Option" && name == "take":
		return gives(t.text)
	}
	return value{kind: isOutside}, true
}
