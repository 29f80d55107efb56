// Package agent is the Agent screen: questions about a project that a model answers with
// the lines that show it, and the conversations that were kept.
package agent
