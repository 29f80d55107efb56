// Package packaging is the folder of what is made of a plan: what runs together with
// each service (stack), and the Dockerfile, compose.yaml and other files that are
// written of it (export).
package packaging
