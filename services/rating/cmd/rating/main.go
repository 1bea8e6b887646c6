// Command rating runs the rating service alone.
package main

import (
	"kydai.dev/pkg/app"
	"kydai.dev/services/rating"
)

func main() { app.Main("rating", rating.New) }
