// Package model is the folder of language models: the clients of their providers and
// the one way to them (llm), the files of models on this computer and what it has for
// them (modelfile, hardware), what is said within a budget (conversation), what a
// model may call (tool), how it is asked where the rules are unsure (advise), and what
// models and tools are worth (evaluate, worth).
package model
