// Package packaging is the folder of what becomes of a document: everything that is
// wrong with it (validate), what runs together with it (stack), and the Dockerfile,
// compose.yaml and other files that are made of it (export).
package packaging
