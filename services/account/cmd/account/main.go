// Command account runs the account service alone.
package main

import (
	"kydai.dev/pkg/app"
	"kydai.dev/services/account"
)

func main() { app.Main("account", account.New) }
