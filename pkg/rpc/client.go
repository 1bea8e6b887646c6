package rpc

import (
	"context"
	"fmt"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/errs"
)

// Client is a connection to one service in the name of another. It proves the
// caller to the callee, lets the player's token travel on, and gives every
// call its deadline.
type Client struct {
	conn   grpc.ClientConnInterface
	callee string
	signer *authn.Signer
}

// NewClient returns a connection to callee for the signer's service.
func NewClient(conn grpc.ClientConnInterface, callee string, signer *authn.Signer) *Client {
	return &Client{conn: conn, callee: callee, signer: signer}
}

// Invoke makes a call.
func (c *Client) Invoke(ctx context.Context, method string, args, reply any, opts ...grpc.CallOption) error {
	m, err := MethodOf(method)
	if err != nil {
		return err
	}
	ctx, err = c.prove(ctx)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, m.Deadline)
	defer cancel()
	return c.own(c.conn.Invoke(ctx, method, args, reply, opts...))
}

// NewStream opens a stream; it lives as long as its context.
func (c *Client) NewStream(ctx context.Context, desc *grpc.StreamDesc, method string, opts ...grpc.CallOption) (grpc.ClientStream, error) {
	ctx, err := c.prove(ctx)
	if err != nil {
		return nil, err
	}
	return c.conn.NewStream(ctx, desc, method, opts...)
}

// prove adds who calls: the service by its own token, and the player for whom
// it works.
func (c *Client) prove(ctx context.Context) (context.Context, error) {
	token, err := c.signer.ServiceToken(c.callee)
	if err != nil {
		return nil, err
	}
	ctx = metadata.AppendToOutgoingContext(ctx, headerService, token)
	if auth := incoming(ctx, headerAuthorization); auth != "" {
		ctx = metadata.AppendToOutgoingContext(ctx, headerAuthorization, auth)
	}
	return ctx, nil
}

// own keeps the refusal of our own proof from passing for a refusal of the
// player: it is an error of ours.
func (c *Client) own(err error) error {
	if e, ok := errs.FromStatus(err); ok && e.Is(ErrBadService) {
		return fmt.Errorf("%s refuses our own token: %s", c.callee, e.Detail)
	}
	return err
}
