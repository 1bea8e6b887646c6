// Command matchmaking runs the matchmaking service alone.
package main

import (
	"kydai.dev/pkg/app"
	"kydai.dev/services/matchmaking"
)

func main() { app.Main("matchmaking", matchmaking.New) }
