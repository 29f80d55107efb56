package main

import (
	"fmt"
	"log"
	"net/http"

	"example.com/text/a"
	"example.com/text/b"
)

func main() {
	http.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, a.Name+b.Name) })
	http.HandleFunc("/healthz", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") })
	log.Fatal(http.ListenAndServe(":8080", nil))
}
