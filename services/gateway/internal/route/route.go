// Package route is the table of REST calls: what the contracts declare about
// each, and what the gateway adds.
package route

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"kydai.dev/pkg/rpc"
	commonv1 "kydai.dev/proto/gen/kydai/common/v1"
	"kydai.dev/services/gateway/internal/limit"
)

// Route is one call: an HTTP method and a path.
type Route struct {
	// Method is the HTTP method, Pattern the path as the contract writes it,
	// such as /v1/games/{game_id}:resign.
	Method, Pattern string
	// RPC is the full name of the gRPC method; empty for what the gateway
	// serves itself.
	RPC string
	// Service is the service that answers.
	Service string
	// Input is the request message; nil where there is no RPC.
	Input protoreflect.MessageType
	// Body says that the request message is the body. All routes with a body
	// take the whole message.
	Body bool
	// Callers are who may call.
	Callers *commonv1.Callers
	// Class is the bucket that counts the call.
	Class limit.Class
	// Free says that the call counts only when it is refused or repeated.
	Free bool
	// Created says that the call makes something and answers 201; Accepted that it
	// begins to, and answers 202.
	Created, Accepted bool
	// Location is the path of what was created, with a %s for its id.
	Location string
	// Hidden are fields of the request message that clients may not send.
	Hidden []string
	// Condition is the field of the request message that If-Match fills; empty where
	// the call can have no condition.
	Condition protoreflect.Name
	// MostBody is how many bytes a body may have.
	MostBody int64

	params map[string]bool
}

// Param reports whether a field of the request message stands in the path.
func (r *Route) Param(field protoreflect.Name) bool { return r.params[string(field)] }

// Params names the fields of the request message that stand in the path.
func (r *Route) Params() []string { return slices.Sorted(maps.Keys(r.params)) }

// OnlyNobody reports whether the call is for callers without a token, so that
// a token sent with it, perhaps an expired one, means nothing.
func (r *Route) OnlyNobody() bool { return r.Callers.GetNobody() && !r.Callers.GetPlayer() }

// Success is the status of an answer that is no refusal.
func (r *Route) Success() int {
	switch {
	case r.Accepted:
		return http.StatusAccepted
	case r.Created:
		return http.StatusCreated
	default:
		return http.StatusOK
	}
}

// Of lists the routes of services, as their contracts declare them.
func Of(services ...protoreflect.ServiceDescriptor) ([]*Route, error) {
	var routes []*Route
	for _, s := range services {
		for i := range s.Methods().Len() {
			of, err := ofMethod(s.Methods().Get(i))
			if err != nil {
				return nil, err
			}
			routes = append(routes, of...)
		}
	}
	return routes, nil
}

func ofMethod(m protoreflect.MethodDescriptor) ([]*Route, error) {
	rule, _ := proto.GetExtension(m.Options(), annotations.E_Http).(*annotations.HttpRule)
	if rule == nil {
		return nil, nil // not for HTTP
	}
	var routes []*Route
	for _, binding := range append([]*annotations.HttpRule{rule}, rule.GetAdditionalBindings()...) {
		r, err := bind(m, binding)
		if err != nil {
			return nil, fmt.Errorf("route of %s: %w", m.FullName(), err)
		}
		routes = append(routes, r)
	}
	return routes, nil
}

func bind(m protoreflect.MethodDescriptor, rule *annotations.HttpRule) (*Route, error) {
	r := &Route{
		RPC:  fmt.Sprintf("/%s/%s", m.Parent().FullName(), m.Name()),
		Body: rule.GetBody() == "*",
	}
	if err := r.setPath(rule); err != nil {
		return nil, err
	}
	called, err := rpc.MethodOf(r.RPC)
	if err != nil {
		return nil, fmt.Errorf("look up contract: %w", err)
	}
	r.Service, r.Callers = called.Service, called.Callers
	if r.Input, err = protoregistry.GlobalTypes.FindMessageByName(m.Input().FullName()); err != nil {
		return nil, fmt.Errorf("look up request: %w", err)
	}
	r.settle(string(m.Name()))
	return r, nil
}

func (r *Route) setPath(rule *annotations.HttpRule) error {
	switch p := rule.GetPattern().(type) {
	case *annotations.HttpRule_Get:
		r.Method, r.Pattern = http.MethodGet, p.Get
	case *annotations.HttpRule_Post:
		r.Method, r.Pattern = http.MethodPost, p.Post
	case *annotations.HttpRule_Put:
		r.Method, r.Pattern = http.MethodPut, p.Put
	case *annotations.HttpRule_Patch:
		r.Method, r.Pattern = http.MethodPatch, p.Patch
	case *annotations.HttpRule_Delete:
		r.Method, r.Pattern = http.MethodDelete, p.Delete
	default:
		return fmt.Errorf("the HTTP method of %v is not known", rule)
	}
	r.params = map[string]bool{}
	for rest := r.Pattern; ; {
		_, after, found := strings.Cut(rest, "{")
		if !found {
			return nil
		}
		name, tail, _ := strings.Cut(after, "}")
		r.params[name], rest = true, tail
	}
}
