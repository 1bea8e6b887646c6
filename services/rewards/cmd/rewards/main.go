// Command rewards runs the rewards service alone.
package main

import (
	"kydai.dev/pkg/app"
	"kydai.dev/services/rewards"
)

func main() { app.Main("rewards", rewards.New) }
