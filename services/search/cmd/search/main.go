// Command search runs the search service alone.
package main

import (
	"kydai.dev/pkg/app"
	"kydai.dev/services/search"
)

func main() { app.Main("search", search.New) }
