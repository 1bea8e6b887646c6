package rpc

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"kydai.dev/pkg/authn"
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
	ctx, err = c.outgoing(ctx)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, m.Deadline)
	defer cancel()
	return c.conn.Invoke(ctx, method, args, reply, opts...)
}

// NewStream opens a stream; it lives as long as its context.
func (c *Client) NewStream(ctx context.Context, desc *grpc.StreamDesc, method string, opts ...grpc.CallOption) (grpc.ClientStream, error) {
	ctx, err := c.outgoing(ctx)
	if err != nil {
		return nil, err
	}
	return c.conn.NewStream(ctx, desc, method, opts...)
}

func (c *Client) outgoing(ctx context.Context) (context.Context, error) {
	token, err := c.signer.ServiceToken(c.callee)
	if err != nil {
		return nil, err
	}
	pairs := []string{headerService, token}
	in, _ := metadata.FromIncomingContext(ctx)
	if auth := first(in, headerAuthorization); auth != "" {
		out, _ := metadata.FromOutgoingContext(ctx)
		if len(out[headerAuthorization]) == 0 {
			pairs = append(pairs, headerAuthorization, auth)
		}
	}
	return metadata.AppendToOutgoingContext(ctx, pairs...), nil
}
