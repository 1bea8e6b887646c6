// Command clock runs the clock service alone.
package main

import (
	"kydai.dev/pkg/app"
	"kydai.dev/services/clock"
)

func main() { app.Main("clock", clock.New) }
