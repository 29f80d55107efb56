package cause

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"aipack/backend/prove/patch"
	"aipack/backend/universalbuild"
)

// Seen is everything that a rule may look at.
type Seen struct {
	Document   universalbuild.UniversalBuild
	Dockerfile string                 // what was built
	Old        bool                   // the builder knows no here-documents
	Memory     int64                  // bytes that a step of the build might use; 0 for as much as there is
	Builder    string                 // the builder's own error
	Exit       int                    // the code that the step or the program ended with
	After      time.Duration          // how long the program had been healthy when it ended; 0 where it never was
	Log        []string               // what the step or the program printed
	Reached    bool                   // an earlier step of the build has got something from the network
	Has        func(path string) bool // whether the folder that is sent to the build holds a file or folder; nil: not known

	Begun bool   // the builder had begun a step
	Step  string // the instruction that was under way when the time was up; "" for none

	Port      int      // that the image declares, else the document; 0 for none
	Listening []string // what the program listens on, as the probe lists it
	Path      string   // by which the program is known to be healthy; "" for none
	Status    int      // that it answered the health check with from outside; 0 for none
	Excerpt   string   // what its health check printed

	What   string      // that failed, where it is not the program itself: "The process worker"
	Given  []string    // names of the variables that the program was started with, beside the image's own; sorted
	Beside []Neighbour // what the plan has beside the program
}

// Neighbour is a data service or another service of the plan, as it was while
// the program ran.
type Neighbour struct {
	ID      string `json:"id"`      // of a data service, as documents name it; of a service its name
	Address string `json:"address"` // under which it is reached: postgresql:5432
	Healthy bool   `json:"healthy"`
	Reason  string `json:"reason,omitempty"` // why it is unhealthy
	Lost    bool   `json:"lost,omitempty"`   // it was healthy, and is no more
	Absent  bool   `json:"absent,omitempty"` // a service of the plan that is not proved this time
}

// Words says how it stood: "unhealthy: exited with 1".
func (n Neighbour) Words() string {
	if n.Healthy {
		return "healthy"
	}
	return "unhealthy: " + cmp.Or(n.Reason, "reason unknown")
}

// MarshalJSON adds the words, so that the page shows the same ones.
func (n Neighbour) MarshalJSON() ([]byte, error) {
	type fields Neighbour
	return json.Marshal(struct {
		fields
		Words string `json:"words"`
	}{fields(n), n.Words()})
}

// circumstances are what was seen, made ready to be searched.
type circumstances struct {
	Seen
	failure *Failure
	log     *transcript
	builder string // the builder's error without the command that it repeats
}

// way is one way to fail that we know: what it looks like, what it means in
// plain words, and how to mend it. A cause without says and reports is told by
// the circumstances alone.
type way struct {
	rule    string
	stages  string // stages it can happen in, "" for any
	says    string // regular expression over a line that was printed
	lines   int    // how many lines after that one it may take in
	unless  string // regular expression over the first group: what it is not
	but     string // regular expression over the line: what makes it a mere remark
	first   bool   // where several lines say it, the first one tells, not the last
	reports string // regular expression over the builder's own error
	exit    int    // exit code it goes with; 0 for any
	also    func(c circumstances) bool
	general bool  // counts only where nothing more exact is found in the whole log
	class   Class // whose matter it is; "" for the project's
	fetches bool  // it is about a download: transient where its own words, or the builder's, say that it passes

	// In plain words. {} stands for the first group that matched, {1}, {2} …
	// for each, {0} for all that matched.
	why, fix string
	tell     func(c circumstances, m []string) explanation // where those are not enough
}

// explanation is what is said of a failure.
type explanation struct {
	rule     string // a narrower one than the way's own; "" for that one
	class    Class  // likewise
	why, fix string
	edits    []Edit
	patches  []patch.Replacement
	values   []Value
	details  map[string]any
}

// causes lists what we know. The order decides between two that match the same
// stretch of the log, and runs from the exact to the vague: what the builder
// says of itself; what can be seen from outside; the network and what stands in
// it; memory; what a tool says of its own failure, by ecosystem; what a program
// asks for; what the system says of any program; how it ended.
var causes = sync.OnceValue(func() []way {
	return slices.Concat(
		builderCauses(), healthCauses(), networkCauses(), memoryCauses(),
		lockCauses(), sinceCauses(), nodeCauses(), nodeProgramCauses(), goCauses(), goPackageCauses(), pythonCauses(), jvmCauses(), rustCauses(), phpCauses(), otherCauses(), downloadCauses(),
		variableCauses(), neighbourCauses(), permissionCauses(), calledCauses(), systemCauses(),
		usageCauses(), compileCauses(), answerCauses(), endCauses(),
	)
})

// last is how many lines count as the end of a log. What ended a step stands
// there as a rule, and what stands higher was often got over.
const last = 60

// find picks the cause: an exact one at the end of the log, else anywhere in
// it, else a general one.
func find(c circumstances) (found *way, m []string, at int) { return findIn(causes(), c) }

func findIn(table []way, c circumstances) (found *way, m []string, at int) {
	for _, general := range []bool{false, true} {
		for _, from := range []int{max(0, len(c.log.lines)-last), 0} {
			for i := range table {
				if table[i].general != general {
					continue
				}
				if m, at, ok := table[i].match(c, from); ok {
					return &table[i], m, at
				}
			}
		}
	}
	return nil, nil, -1
}

// match looks at the log from the given line on; at is the line that says it,
// -1 for none.
func (k *way) match(c circumstances, from int) (m []string, at int, ok bool) {
	if !k.happensIn(c.failure.Stage) || k.exit != 0 && k.exit != c.Exit {
		return nil, -1, false
	}
	at, ok = -1, true
	switch {
	case k.says != "":
		m, at = c.log.search(compiled(k.says), k.lines, from, false, k.refuses)
		ok = m != nil
	case k.reports != "":
		m = compiled(k.reports).re.FindStringSubmatch(c.builder)
		ok = m != nil
	}
	if !ok || k.also != nil && !k.also(c) {
		return nil, -1, false
	}
	if k.first {
		if first, i := c.log.search(compiled(k.says), k.lines, 0, true, k.refuses); first != nil {
			m, at = first, i
		}
	}
	return m, at, true
}

// happensIn reports whether it can happen in a stage. What a start says, a
// command that runs before it says too.
func (k *way) happensIn(stage string) bool {
	in := strings.Fields(k.stages)
	return k.stages == "" || slices.Contains(in, stage) || stage == "release" && slices.Contains(in, "start")
}

func (k *way) refuses(m []string, line string) bool {
	return k.unless != "" && compiled(k.unless).re.MatchString(firstNonEmpty(m[1:])) || k.but != "" && compiled(k.but).re.MatchString(line)
}

// words says what was found.
func (k *way) words(c circumstances, m []string) explanation {
	if k.tell != nil {
		return k.tell(c, m)
	}
	groups := []string{}
	for i := range m {
		groups = append(groups, "{"+strconv.Itoa(i)+"}", m[i])
	}
	if len(m) > 1 {
		groups = append(groups, "{}", firstNonEmpty(m[1:]))
	}
	put := strings.NewReplacer(groups...)
	unnamed := strings.NewReplacer(": .", ".", " ()", "", ", .", ".") // where a group is empty
	return explanation{why: unnamed.Replace(put.Replace(k.why)), fix: unnamed.Replace(put.Replace(k.fix))}
}

func firstNonEmpty(list []string) string {
	for _, s := range list {
		if s != "" {
			return s
		}
	}
	return ""
}
