package porter_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"kydai.dev/pkg/errs"
	"kydai.dev/services/account/internal/porter"
	"kydai.dev/services/account/internal/signin"
)

func TestGuestBecomesAPlayer(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		guest, tokens := h.admit(t)
		identity, player, err := h.Link(t.Context(), h.caller(t, tokens), h.linking(t, tokens, "minh@example.com"))
		require.NoError(t, err)
		require.Equal(t, signin.Email, identity.Provider)
		want := guest
		want.Guest, want.Version = false, guest.Version+1
		require.Equal(t, want, player, "all else is as it was")

		old, err := h.verifier.Player(tokens.Access)
		require.NoError(t, err)
		require.True(t, old.Guest)
		renewed, err := h.Renew(t.Context(), tokens.Refresh.Text())
		require.NoError(t, err)
		token, err := h.verifier.Player(renewed.Access)
		require.NoError(t, err)
		require.False(t, token.Guest, "the next refresh tells")
		require.Contains(t, token.Scopes, "history:read")
		require.Equal(t, guest.ID, token.Account)
		require.Equal(t, tokens.Session, token.Session)

		entry := h.signIn(t, "minh@example.com")
		require.False(t, entry.Created)
		require.Equal(t, guest.ID, entry.Player.ID)
	})
}

// A guest's name is free, a player's is not: who links gets a number behind it.
func TestGuestWithAnothersName(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		_, first := h.admit(t)
		second, tokens := h.admit(t) // of the same name
		_, player, err := h.Link(t.Context(), h.caller(t, first), h.linking(t, first, "first@example.com"))
		require.NoError(t, err)
		require.Equal(t, "Nguyễn", player.Name)
		_, player, err = h.Link(t.Context(), h.caller(t, tokens), h.linking(t, tokens, "second@example.com"))
		require.NoError(t, err)
		require.Regexp(t, `^Nguyễn-\d{6}$`, player.Name)
		require.Equal(t, second.ID, player.ID)
	})
}

func TestTakenIdentity(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		owner := h.signIn(t, "minh@example.com")
		guest, tokens := h.admit(t)
		proof := h.linking(t, tokens, "minh@example.com")
		_, _, err := h.Link(t.Context(), h.caller(t, tokens), proof)
		require.ErrorIs(t, err, signin.ErrTaken)
		var e *errs.Error
		require.ErrorAs(t, err, &e)
		require.Equal(t, map[string]string{"provider": "email", "signIn": "POST /v1/sessions:finish"}, e.Metadata)
		stored, err := h.Player(t.Context(), guest.ID)
		require.NoError(t, err)
		require.Equal(t, guest, stored, "nothing has changed")

		entry, err := h.SignIn(t.Context(), porter.Proof{Handle: proof.Handle}, "")
		require.NoError(t, err, "the choice to sign in there")
		require.Equal(t, owner.Player.ID, entry.Player.ID)
		require.False(t, entry.Created)
		_, err = h.SignIn(t.Context(), porter.Proof{Handle: proof.Handle}, "")
		require.ErrorIs(t, err, signin.ErrBadState, "once")
	})
}

// What an account has begun finishes nothing for anybody else, and the other
// way round.
func TestProofIsBoundToWhoBegan(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		_, alice := h.admit(t)
		_, bob := h.admit(t)
		linking := h.linking(t, alice, "alice@example.com")
		_, _, err := h.Link(t.Context(), h.caller(t, bob), linking)
		require.ErrorIs(t, err, signin.ErrBadState)
		_, err = h.SignIn(t.Context(), linking, "")
		require.ErrorIs(t, err, signin.ErrBadState)
		signing := h.asked(t, "bob@example.com")
		_, _, err = h.Link(t.Context(), h.caller(t, bob), signing)
		require.ErrorIs(t, err, signin.ErrBadState)
		_, _, err = h.Link(t.Context(), h.caller(t, alice), linking)
		require.NoError(t, err)
	})
}

// Of two who link one identity at once, one gets it.
func TestOneOfTwoLinksWins(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		for round := range 5 {
			email := fmt.Sprintf("minh%d@example.com", round)
			var tokens [2]porter.Tokens
			var proofs [2]porter.Proof
			for i := range tokens {
				_, tokens[i] = h.admit(t)
				proofs[i] = h.linking(t, tokens[i], email)
			}
			var refusals [2]error
			var both errgroup.Group
			for i := range tokens {
				both.Go(func() error {
					_, _, refusals[i] = h.Link(t.Context(), h.caller(t, tokens[i]), proofs[i])
					return nil
				})
			}
			require.NoError(t, both.Wait())
			winner := 0
			if refusals[0] != nil {
				winner = 1
			}
			require.NoError(t, refusals[winner])
			require.ErrorIs(t, refusals[1-winner], signin.ErrTaken)
			require.Equal(t, h.caller(t, tokens[winner]).Account, h.signIn(t, email).Player.ID)
			h.wait(ways.Window)
		}
	})
}

// However a first sign-in is sent twice, there is one account.
func TestFirstSignInsInParallelMakeOneAccount(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		proofs := []porter.Proof{h.asked(t, "minh@example.com"), h.asked(t, "minh@example.com"), h.asked(t, "minh@example.com")}
		entries := make([]porter.Entry, len(proofs))
		var all errgroup.Group
		for i, proof := range proofs {
			all.Go(func() (err error) {
				entries[i], err = h.SignIn(t.Context(), proof, "")
				return err
			})
		}
		require.NoError(t, all.Wait())
		created := 0
		for _, e := range entries {
			require.Equal(t, entries[0].Player.ID, e.Player.ID)
			if e.Created {
				created++
			}
		}
		require.Equal(t, 1, created)
	})
}

func TestUnlinking(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		entry := h.signIn(t, "minh@example.com")
		caller := h.caller(t, entry.Tokens)
		first, err := h.Identities(t.Context(), caller)
		require.NoError(t, err)
		require.ErrorIs(t, h.Unlink(t.Context(), caller, first[0].ID), signin.ErrLastIdentity)

		h.wait(time.Second)
		again, player, err := h.Link(t.Context(), caller, h.linking(t, entry.Tokens, "minh@example.com"))
		require.NoError(t, err, "what is linked is linked")
		require.Equal(t, first[0], again)
		require.Equal(t, entry.Player, player)
		second, _, err := h.Link(t.Context(), caller, h.linking(t, entry.Tokens, "other@example.com"))
		require.NoError(t, err)
		identities, err := h.Identities(t.Context(), caller)
		require.NoError(t, err)
		require.Equal(t, []signin.Identity{first[0], second}, identities)

		stranger := h.signIn(t, "stranger@example.com")
		require.ErrorIs(t, h.Unlink(t.Context(), h.caller(t, stranger.Tokens), second.ID), signin.ErrNoIdentity)
		for _, id := range []string{"", "x", "0195a7c0-0000-7000-8000-000000000000"} {
			require.ErrorIs(t, h.Unlink(t.Context(), caller, id), signin.ErrNoIdentity)
		}
		require.NoError(t, h.Unlink(t.Context(), caller, first[0].ID))
		require.ErrorIs(t, h.Unlink(t.Context(), caller, second.ID), signin.ErrLastIdentity)
		require.True(t, h.signIn(t, "minh@example.com").Created, "the address is free again")
	})
}

// Of the last two identities taken at once one stays.
func TestUnlinkingInParallel(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		entry := h.signIn(t, "minh@example.com")
		caller := h.caller(t, entry.Tokens)
		_, _, err := h.Link(t.Context(), caller, h.linking(t, entry.Tokens, "other@example.com"))
		require.NoError(t, err)
		identities, err := h.Identities(t.Context(), caller)
		require.NoError(t, err)
		refusals := make([]error, len(identities))
		var both errgroup.Group
		for i, identity := range identities {
			both.Go(func() error {
				refusals[i] = h.Unlink(t.Context(), caller, identity.ID)
				return nil
			})
		}
		require.NoError(t, both.Wait())
		require.ErrorIs(t, errors.Join(refusals...), signin.ErrLastIdentity)
		left, err := h.Identities(t.Context(), caller)
		require.NoError(t, err)
		require.Len(t, left, 1)
	})
}

func TestIdentitiesAreBounded(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		_, tokens := h.admit(t)
		for i := range signin.MaxIdentities + 1 {
			h.wait(ways.Window)
			renewed, err := h.Renew(t.Context(), tokens.Refresh.Text())
			require.NoError(t, err)
			tokens = renewed
			_, _, err = h.Link(t.Context(), h.caller(t, tokens), h.linking(t, tokens, fmt.Sprintf("a%d@example.com", i)))
			if i < signin.MaxIdentities {
				require.NoError(t, err)
			} else {
				require.ErrorIs(t, err, signin.ErrTooMany)
			}
		}
	})
}

func TestClosedSessionLinksNothing(t *testing.T) {
	t.Parallel()
	inHalls(t, func(t *testing.T, h *hall) {
		guest, tokens := h.admit(t)
		caller := h.caller(t, tokens)
		proof := h.linking(t, tokens, "minh@example.com")
		require.NoError(t, h.End(t.Context(), caller, porter.Current))
		_, _, err := h.Link(t.Context(), caller, proof)
		require.Error(t, err)
		_, err = h.SendLinkCode(t.Context(), caller, "minh@example.com")
		require.Error(t, err)
		_, err = h.Identities(t.Context(), caller)
		require.Error(t, err)
		require.Error(t, h.Unlink(t.Context(), caller, guest.ID))
		stored, err := h.Player(t.Context(), guest.ID)
		require.NoError(t, err)
		require.True(t, stored.Guest)
	})
}
