// Command study runs the study service alone.
package main

import (
	"kydai.dev/pkg/app"
	"kydai.dev/services/study"
)

func main() { app.Main("study", study.New) }
