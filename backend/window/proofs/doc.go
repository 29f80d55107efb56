// Package proofs is the Prove screen: proofs of services that are begun and stopped,
// what they came to and how the plan stands by them, and previews, which are services
// that are kept running for the user to look at.
package proofs
