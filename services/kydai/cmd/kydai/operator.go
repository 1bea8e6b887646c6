package main

import (
	"fmt"
	"os/user"
	"path/filepath"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/rpc"
)

// proof is how somebody proves to be the hall's operator: by the key.
type proof struct {
	Data string `default:"data" type:"path" help:"Data directory of a hall on this machine, whose operator's key is used when no other is given."`
	Key  string `type:"path" help:"File with the operator's private key, as kydai keys makes it."`
}

// dial connects to a service as the operator for as long as do takes.
func (p *proof) dial(address, service string, do func(grpc.ClientConnInterface) error) error {
	path := p.Key
	if path == "" {
		path = filepath.Join(p.Data, "keys", authn.OperatorService+".jwk")
	}
	key, err := authn.ReadKey(path)
	if err != nil {
		return err
	}
	signer, err := authn.NewSigner(key, time.Now)
	if err != nil {
		return err
	}
	conn, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return fmt.Errorf("connect to %s: %w", address, err)
	}
	defer func() { _ = conn.Close() }() // nothing is under way
	return do(rpc.NewClient(conn, service, signer))
}

// orUser is who acts: the user of this machine where no name is given.
func orUser(name string) (string, error) {
	if name != "" {
		return name, nil
	}
	u, err := user.Current()
	if err != nil {
		return "", fmt.Errorf("find out who this is, or say it with --by: %w", err)
	}
	return u.Username, nil
}
