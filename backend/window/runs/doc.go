// Package runs is the Analysis screen: analyses that are begun, stopped and begun
// again, the tree of the folder, the conversation with a model, and what it was sent
// and has cost.
package runs
