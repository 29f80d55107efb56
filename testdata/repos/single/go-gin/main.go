package main

import (
	"net/http"

	"github.com/gin-gonic/gin"
)

var books = []string{"The Go Programming Language", "Learning Go"}

func main() {
	r := gin.Default()
	r.LoadHTMLGlob("templates/*")
	r.GET("/", func(c *gin.Context) {
		c.HTML(http.StatusOK, "index.html", gin.H{"books": books})
	})
	r.GET("/health", func(c *gin.Context) {
		c.JSON(http.StatusOK, gin.H{"status": "ok"})
	})
	// gin listens on PORT, or 8080 where it is not set
	if err := r.Run(); err != nil {
		panic(err)
	}
}
