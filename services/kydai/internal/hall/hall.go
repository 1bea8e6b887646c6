// Package hall is a client of the hall's REST API, as much of it as the
// commands need.
package hall

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	accountv1 "kydai.dev/proto/gen/kydai/account/v1"

	"kydai.dev/services/kydai/internal/pause"
)

const (
	callLimit = 15 * time.Second
	maxAnswer = 64 << 20
)

// Client calls a hall without being anybody.
type Client struct {
	base     string
	http     *http.Client
	patience func(time.Duration)
}

// New returns a client of the hall at a URL such as http://127.0.0.1:8080. With
// a nil transport it takes the usual one. Patience is told how long the client
// waits when the hall says that it calls too often; without patience it gives
// up then.
func New(base string, transport http.RoundTripper, patience func(time.Duration)) *Client {
	return &Client{base: strings.TrimSuffix(base, "/"), http: &http.Client{Transport: transport}, patience: patience}
}

// Patient waits without a word.
func Patient(time.Duration) {}

// Player is somebody signed in.
type Player struct {
	*Client
	// ID is the account's id, Token proves it.
	ID, Token string
}

// Guest makes a guest account.
func (c *Client) Guest(ctx context.Context, name string) (*Player, error) {
	var session accountv1.CreateGuestSessionResponse
	err := c.call(ctx, "", http.MethodPost, "/v1/sessions:guest", "", &accountv1.CreateGuestSessionRequest{Name: name}, &session)
	if err != nil {
		return nil, fmt.Errorf("become a guest: %w", err)
	}
	return &Player{Client: c, ID: session.GetPlayer().GetPlayerId(), Token: session.GetTokens().GetAccessToken()}, nil
}

// Problem is a refusal of the hall.
type Problem struct {
	Status   int               `json:"status"`
	Reason   string            `json:"reason"`
	Detail   string            `json:"detail"`
	Metadata map[string]string `json:"metadata"`
	// RetryAfter is in seconds; 0 says nothing.
	RetryAfter int `json:"retryAfter"`
}

func (p *Problem) Error() string {
	return fmt.Sprintf("the hall answers %d %s: %s", p.Status, p.Reason, p.Detail)
}

// call makes a call, again where the client is patient and the hall's limits
// ask for it.
func (c *Client) call(ctx context.Context, token, method, path, key string, in, out proto.Message) error {
	var body []byte
	if in != nil {
		var err error
		if body, err = protojson.Marshal(in); err != nil {
			return fmt.Errorf("encode request: %w", err)
		}
	}
	for {
		err := c.try(ctx, token, method, path, key, body, out)
		var p *Problem
		if c.patience == nil || !errors.As(err, &p) || p.Status != http.StatusTooManyRequests {
			return err
		}
		after := time.Duration(max(p.RetryAfter, 1)) * time.Second
		c.patience(after)
		if err := pause.For(ctx, after); err != nil {
			return err
		}
	}
}

func (c *Client) try(ctx context.Context, token, method, path, key string, body []byte, out proto.Message) error {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, c.base+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	for name, value := range map[string]string{"Authorization": bearer(token), "Idempotency-Key": key, "Content-Type": contentType(body)} {
		if value != "" {
			req.Header.Set(name, value)
		}
	}
	req.Header.Set("Accept-Language", "en")
	res, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }() // all of it has been read
	answer, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if err != nil {
		return fmt.Errorf("read answer: %w", err)
	}
	if res.StatusCode >= http.StatusMultipleChoices {
		return ReadProblem(res.StatusCode, answer)
	}
	if err := (protojson.UnmarshalOptions{DiscardUnknown: true}).Unmarshal(answer, out); err != nil {
		return fmt.Errorf("read answer: %w", err)
	}
	return nil
}

func bearer(token string) string {
	if token == "" {
		return ""
	}
	return "Bearer " + token
}

func contentType(body []byte) string {
	if body == nil {
		return ""
	}
	return "application/json"
}

// ReadProblem reads the body of a refusal; a status of 0 is the one that the
// body names.
func ReadProblem(status int, body []byte) *Problem {
	p := &Problem{}
	if json.Unmarshal(body, p) != nil || p.Reason == "" { // not from the hall, but from something before it
		p = &Problem{Reason: "UNKNOWN", Detail: fmt.Sprintf("%.200q", body)}
	}
	if status != 0 {
		p.Status = status
	}
	return p
}
