package codemap

import "aipack/backend/code/codegraph"

// Language is one with its number of files.
type Language struct {
	ID    string `json:"id"`
	Files int    `json:"files"`
}

// Node is a file or symbol.
type Node struct {
	codegraph.Entry
	Service  string `json:"service"` // whose folder it lies in, by name; "" where there is one service alone
	Test     bool   `json:"test"`
	Evidence []Use  `json:"evidence"` // what of the plan it decided
}

// Use is a field of a service's document that a line decided.
type Use struct {
	Service string `json:"service"`
	Name    string `json:"name"` // of the service
	Field   string `json:"field"`
	Line    int    `json:"line"`
}

// Hits are symbols with names like a text, or that a question means.
type Hits struct {
	Hits  []Hit `json:"hits"`
	Total int   `json:"total"`
}

// Hit is one of them, with a score from 60 to 100 where names were compared.
type Hit struct {
	Node
	Score int `json:"score"`
}

// Lines are lines that hold a text.
type Lines struct {
	Lines []Line `json:"lines"`
	Cut   bool   `json:"cut"` // there are more
}

// Line is one of them.
type Line struct {
	Path string `json:"path"`
	Line int    `json:"line"`
	Text string `json:"text"`
}

// Row is a folder, a file or a symbol of the outline.
type Row struct {
	Node
	Folder  bool `json:"folder"`
	Symbols int  `json:"symbols"` // in it
	Holds   bool `json:"holds"`   // there are rows below it
}

// Rows are those below one row.
type Rows struct {
	Rows []Row `json:"rows"`
	More int   `json:"more"` // that are not among them
}

// Vicinity is the part of the graph around a focus.
type Vicinity struct {
	Focus   Node   `json:"focus"`
	Nodes   []Near `json:"nodes"` // the one that stands for the focus first
	Links   []Link `json:"links"`
	LeftOut int    `json:"left_out"`
	Most    int    `json:"most"`
}

// Near is a node of it.
type Near struct {
	Node
	Level   int    `json:"level"` // below 0: steps from which it depends on the focus; above: the focus depends on it
	Via     string `json:"via"`   // the name that leads to it
	ViaLine int    `json:"via_line"`
	ViaKind string `json:"via_kind"`
	More    int    `json:"more"`    // neighbours that are not shown
	Outside bool   `json:"outside"` // a package that is not in the folder
}

// Link is what one names in another.
type Link struct {
	From  string   `json:"from"`
	To    string   `json:"to"`
	Kinds []string `json:"kinds"`
	Tier  string   `json:"tier"`
	Times int      `json:"times"`
	Path  string   `json:"path"`
	Line  int      `json:"line"`
}

// Card is all that is known of one node.
type Card struct {
	Node
	Doc        string   `json:"doc"`
	Text       []string `json:"text"`       // its first lines
	References []Place  `json:"references"` // who names it
	Referred   int      `json:"referred"`   // places, those too that are not listed
	Referrers  int      `json:"referrers"`  // files
	Names      []Place  `json:"names"`      // what it names
	Named      int      `json:"named"`
	Members    []Node   `json:"members"`
	Imports    []Taken  `json:"imports"` // of its file
	Dependents []string `json:"dependents"`
	Touched    int      `json:"touched"` // files that a change of it touches
}

// Place is a place that names something: its other end, and where.
type Place struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Kind string `json:"kind"` // calls, imports, inherits, uses
	Tier string `json:"tier"`
	Path string `json:"path"`
	Line int    `json:"line"`
	Test bool   `json:"test"`
}

// Taken is one name that a file gets from elsewhere.
type Taken struct {
	Module string `json:"module"`
	Name   string `json:"name"`
	Line   int    `json:"line"`
	Path   string `json:"path"` // of the file of this folder that it leads to; "" for none
}

// Issues are what to look at in a project's code.
type Issues struct {
	Cycles   [][]string `json:"cycles"`   // paths of files that import each other in a circle
	Unnamed  []Node     `json:"unnamed"`  // symbols that nothing names
	Alone    []string   `json:"alone"`    // files that have to do with no other
	Unread   []Line     `json:"unread"`   // files that are not read, with the reason
	LeftOut  []Line     `json:"left_out"` // folders that are not looked into, with the reason
	Problems []Line     `json:"problems"`
	Totals   []Amount   `json:"totals"` // how many there are of each, those too that are not listed
}

// Amount is how many there are of something.
type Amount struct {
	ID    string `json:"id"`
	Count int    `json:"count"`
}

// Context is what a model would be shown of a node.
type Context struct {
	Parts  []Part `json:"parts"`
	Tokens int    `json:"tokens"` // of the text
	Of     int    `json:"of"`
	Text   string `json:"text"`
}

// Part is one file of it.
type Part struct {
	Level      string   `json:"level"` // code, signatures, outline
	Path       string   `json:"path"`
	Names      []string `json:"names"`      // of the symbols
	Signatures int      `json:"signatures"` // how many symbols
	Whole      bool     `json:"whole"`      // the whole file
	Tokens     int      `json:"tokens"`
}
