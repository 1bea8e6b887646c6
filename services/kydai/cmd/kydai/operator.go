package main

import (
	"errors"
	"fmt"
	"os/user"
	"path/filepath"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/errs"
	"kydai.dev/pkg/rpc"
)

// proof is how somebody proves to be the hall's operator: by the key.
type proof struct {
	Data string `default:"data" type:"path" help:"Data directory of a hall on this machine, whose operator's key is used when no other is given."`
	Key  string `type:"path" help:"File with the operator's private key, as kydai keys makes it."`
}

// dial connects to a service as the operator for as long as do takes. A refusal says
// what is wrong with each field.
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
	err = do(rpc.NewClient(conn, service, signer))
	if refusal, ok := errs.FromStatus(err); ok {
		return explained(refusal)
	}
	return err
}

// explained is a refusal with what is wrong with each field.
func explained(refusal *errs.Error) error {
	text := refusal.Error()
	for _, v := range refusal.Violations {
		text += fmt.Sprintf("; %s %s", v.Field, v.Description)
	}
	return errors.New(text)
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
