// Command api hands out jobs and takes their results.
package main

import (
	"cmp"
	"fmt"
	"log"
	"net/http"
	"os"
	"sync"
)

type results struct {
	mu   sync.Mutex
	list []string
}

func (r *results) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if req.Method == http.MethodPost {
		r.list = append(r.list, req.FormValue("result"))
	}
	fmt.Fprintln(w, r.list)
}

func main() {
	http.Handle("/results", &results{})
	http.HandleFunc("/healthz", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") })
	log.Fatal(http.ListenAndServe(":"+cmp.Or(os.Getenv("PORT"), "8080"), nil))
}
