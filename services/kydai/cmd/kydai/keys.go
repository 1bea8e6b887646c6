package main

import (
	"fmt"

	"github.com/alecthomas/kong"

	"kydai.dev/pkg/authn"
)

// keysCommand makes what services in processes of their own prove themselves by.
type keysCommand struct {
	Dir      string   `required:"" env:"-" placeholder:"DIR" type:"path" help:"Folder of the keys; keys that are there stay as they are."`
	Services []string `arg:"" help:"The services, such as account and referee."`
}

// Run makes the keys that are missing, and the file of public keys anew.
func (c *keysCommand) Run(k *kong.Context) error {
	_, set, err := authn.EnsureKeys(c.Dir, c.Services...)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(k.Stdout, "%s has the keys of %d services and %s for all of them\n", c.Dir, len(set.Keys), authn.JWKSFile)
	return err
}
