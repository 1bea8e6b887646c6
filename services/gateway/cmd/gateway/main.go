// Command gateway runs the gateway service alone.
package main

import (
	"kydai.dev/pkg/app"
	"kydai.dev/services/gateway"
)

func main() { app.Main("gateway", gateway.New) }
