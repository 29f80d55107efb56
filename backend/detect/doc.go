// Package detect is the folder of what is decided about a project, from its files to
// the documents of its services: what lies there (scan, source, deployment), what it
// says of ports, routes, health and variables (extract, routing), which data services
// it needs (backing) and how it learns of them (wiring, value), the phases that ask
// all this in their order (phase, pipeline, analysis), and everything that is wrong
// with a document (validate).
package detect
