// Command server takes orders over HTTP.
package main

import (
	"cmp"
	"fmt"
	"log"
	"net/http"
	"os"

	"example.com/orders/internal/store"
)

func main() {
	var orders store.Store
	mux := http.NewServeMux()
	mux.HandleFunc("POST /orders", func(w http.ResponseWriter, r *http.Request) {
		orders.Add(r.FormValue("name"))
		w.WriteHeader(http.StatusCreated)
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, "%d orders\n", orders.Count())
	})
	srv := &http.Server{Addr: ":" + cmp.Or(os.Getenv("PORT"), "9000"), Handler: mux}
	log.Fatal(srv.ListenAndServe())
}
