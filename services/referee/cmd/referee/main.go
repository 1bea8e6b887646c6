// Command referee runs the referee service alone.
package main

import (
	"kydai.dev/pkg/app"
	"kydai.dev/services/referee"
)

func main() { app.Main("referee", referee.New) }
