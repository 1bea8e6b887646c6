package rpc

import (
	"context"

	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/rpc"
	accountv1 "kydai.dev/proto/gen/kydai/account/v1"
	"kydai.dev/services/account/internal/porter"
	"kydai.dev/services/account/internal/signin"
)

// ListProviders names the ways to sign in.
func (s *Server) ListProviders(context.Context, *accountv1.ListProvidersRequest) (*accountv1.ListProvidersResponse, error) {
	resp := &accountv1.ListProvidersResponse{}
	for _, w := range s.porter.Providers() {
		resp.Providers = append(resp.Providers, &accountv1.Provider{Name: w.Name, Kind: w.Kind})
	}
	return resp, nil
}

// StartSession begins to sign in with a provider.
func (s *Server) StartSession(ctx context.Context, req *accountv1.StartSessionRequest) (*accountv1.StartSessionResponse, error) {
	begun, err := s.porter.Start(ctx, req.GetProvider(), req.GetRedirectUri())
	if err != nil {
		return nil, err
	}
	return &accountv1.StartSessionResponse{
		AuthorizationUrl: begun.URL, Handle: begun.Handle.Text(), ExpiresIn: durationpb.New(begun.Life),
	}, nil
}

// SendEmailCode sends a code to an address, for somebody who signs in.
func (s *Server) SendEmailCode(ctx context.Context, req *accountv1.SendEmailCodeRequest) (*accountv1.SendEmailCodeResponse, error) {
	begun, err := s.porter.SendCode(ctx, req.GetEmail(), rpc.OriginOf(ctx).Address)
	if err != nil {
		return nil, err
	}
	return &accountv1.SendEmailCodeResponse{Handle: begun.Handle.Text(), ExpiresIn: durationpb.New(begun.Life)}, nil
}

// FinishSession signs in with what was begun.
func (s *Server) FinishSession(ctx context.Context, req *accountv1.FinishSessionRequest) (*accountv1.FinishSessionResponse, error) {
	proof := porter.Proof{Handle: req.GetHandle(), Code: req.GetCode(), State: req.GetState(), Issuer: req.GetIss()}
	entry, err := s.porter.SignIn(ctx, proof, rpc.OriginOf(ctx).UserAgent)
	if err != nil {
		return nil, err
	}
	return &accountv1.FinishSessionResponse{
		Player: ownToProto(entry.Player), Tokens: tokensToProto(entry.Tokens), Created: entry.Created, SuggestedName: entry.Suggested,
	}, nil
}

// ListIdentities lists what signs in to the caller's account.
func (s *Server) ListIdentities(ctx context.Context, _ *accountv1.ListIdentitiesRequest) (*accountv1.ListIdentitiesResponse, error) {
	all, err := s.porter.Identities(ctx, authn.FromContext(ctx))
	if err != nil {
		return nil, err
	}
	resp := &accountv1.ListIdentitiesResponse{}
	for _, i := range all {
		resp.Identities = append(resp.Identities, identityToProto(i))
	}
	return resp, nil
}

// StartLink begins to link an identity of a provider.
func (s *Server) StartLink(ctx context.Context, req *accountv1.StartLinkRequest) (*accountv1.StartLinkResponse, error) {
	begun, err := s.porter.StartLink(ctx, authn.FromContext(ctx), req.GetProvider(), req.GetRedirectUri())
	if err != nil {
		return nil, err
	}
	return &accountv1.StartLinkResponse{
		AuthorizationUrl: begun.URL, Handle: begun.Handle.Text(), ExpiresIn: durationpb.New(begun.Life),
	}, nil
}

// SendLinkCode sends a code to an address that the caller wants to link.
func (s *Server) SendLinkCode(ctx context.Context, req *accountv1.SendLinkCodeRequest) (*accountv1.SendLinkCodeResponse, error) {
	begun, err := s.porter.SendLinkCode(ctx, authn.FromContext(ctx), req.GetEmail())
	if err != nil {
		return nil, err
	}
	return &accountv1.SendLinkCodeResponse{Handle: begun.Handle.Text(), ExpiresIn: durationpb.New(begun.Life)}, nil
}

// LinkIdentity links an identity to the caller's account.
func (s *Server) LinkIdentity(ctx context.Context, req *accountv1.LinkIdentityRequest) (*accountv1.LinkIdentityResponse, error) {
	proof := porter.Proof{Handle: req.GetHandle(), Code: req.GetCode(), State: req.GetState(), Issuer: req.GetIss()}
	identity, me, err := s.porter.Link(ctx, authn.FromContext(ctx), proof)
	if err != nil {
		return nil, err
	}
	return &accountv1.LinkIdentityResponse{Identity: identityToProto(identity), Me: ownToProto(me)}, nil
}

// UnlinkIdentity takes an identity from the caller's account.
func (s *Server) UnlinkIdentity(ctx context.Context, req *accountv1.UnlinkIdentityRequest) (*accountv1.UnlinkIdentityResponse, error) {
	if err := s.porter.Unlink(ctx, authn.FromContext(ctx), req.GetIdentityId()); err != nil {
		return nil, err
	}
	return &accountv1.UnlinkIdentityResponse{}, nil
}

func identityToProto(i signin.Identity) *accountv1.Identity {
	return &accountv1.Identity{IdentityId: i.ID, Provider: i.Provider, Email: i.Email, CreateTime: timestamppb.New(i.Linked)}
}
