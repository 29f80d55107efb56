// Package models is what the page shows of language models: the providers and how
// they stand, their keys, what each offers and costs, and a test of one. Below it:
// the models on this computer (files), and what models are worth (measure).
package models
