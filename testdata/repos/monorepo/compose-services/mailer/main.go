// Mailer says what it would send.
package main

import (
	"fmt"
	"net/http"
)

func main() {
	http.HandleFunc("GET /live", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") })
	http.HandleFunc("GET /", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "no mail today") })
	if err := http.ListenAndServe(":8002", nil); err != nil {
		panic(err)
	}
}
