// Package variables is what the user gives a project's services to be proved and
// previewed with. It lies in the history, the values of secrets in the keychain.
// Where there is none, a secret lasts until aipack ends: it is never written into a
// file.
package variables
