package main

import (
	"fmt"
	"log"
	"net/http"

	"example.com/shop/shared/clock"
)

func main() {
	http.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, clock.Now()) })
	http.HandleFunc("/livez", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") })
	log.Fatal(http.ListenAndServe(":8081", nil))
}
