// Command tournament runs the tournament service alone.
package main

import (
	"kydai.dev/pkg/app"
	"kydai.dev/services/tournament"
)

func main() { app.Main("tournament", tournament.New) }
