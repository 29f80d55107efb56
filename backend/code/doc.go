// Package code is the folder of the code engine: what the sources of a project
// declare (syntax), who names whom in them (codegraph, kept between runs by
// codeindex), how a symbol is found (codefind), what is wrong (codecheck), and what
// a person (codemap, overview) or a model (briefing, squeeze) is shown of it.
package code
