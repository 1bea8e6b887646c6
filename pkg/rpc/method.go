// Package rpc is how kydai's services call each other: one set of server
// interceptors that admit callers, validate, limit time and make statuses; one
// client that proves who calls; and an in-process connection that runs the
// same handlers behind the same interceptors without a socket.
package rpc

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	commonv1 "kydai.dev/proto/gen/kydai/common/v1"
)

// DefaultDeadline is how long a call may take where its contract does not say.
const DefaultDeadline = 2 * time.Second

// Method is what the contract says about a call.
type Method struct {
	// Service is the service that answers: "referee" for
	// /kydai.referee.v1.RefereeService/PlayMove.
	Service string
	// Callers are who may call; nil for methods that are not kydai's own, such
	// as health and reflection, which anybody may call.
	Callers *commonv1.Callers
	// Deadline is how long the call may take.
	Deadline time.Duration
}

var methods sync.Map // full method name → Method

// MethodOf looks up a full method name ("/package.Service/Method").
func MethodOf(full string) (Method, error) {
	if m, ok := methods.Load(full); ok {
		return m.(Method), nil //nolint:forcetypeassert // only Methods are stored
	}
	m, err := readMethod(full)
	if err != nil {
		return Method{}, err
	}
	methods.Store(full, m)
	return m, nil
}

func readMethod(full string) (Method, error) {
	name := strings.ReplaceAll(strings.TrimPrefix(full, "/"), "/", ".")
	d, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(name))
	if err != nil {
		return Method{}, fmt.Errorf("look up method %s: %w", full, err)
	}
	m := Method{Deadline: DefaultDeadline}
	parts := strings.Split(name, ".")
	if parts[0] != "kydai" || len(parts) < 2 {
		return m, nil
	}
	m.Service = parts[1]
	opts, _ := d.Options().(*descriptorpb.MethodOptions)
	m.Callers = &commonv1.Callers{}
	if c, ok := proto.GetExtension(opts, commonv1.E_Callers).(*commonv1.Callers); ok && c != nil {
		m.Callers = c
	}
	if d := proto.GetExtension(opts, commonv1.E_Deadline); proto.HasExtension(opts, commonv1.E_Deadline) {
		m.Deadline = d.(interface{ AsDuration() time.Duration }).AsDuration() //nolint:forcetypeassert // the option's type
	}
	return m, nil
}
