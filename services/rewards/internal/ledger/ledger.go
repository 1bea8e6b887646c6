// Package ledger is the coins, kept by double entry: whatever one account gets
// another one gives, so that all entries together are always 0. It is pure; what
// is decided here counts once it is stored.
package ledger

import (
	"strconv"
	"time"

	"kydai.dev/pkg/errs"
)

// The refusals of the ledger.
var (
	ErrShort     = errs.New(errs.State, "NOT_ENOUGH_COINS", "the wallet has fewer coins than are to be taken")
	ErrFull      = errs.New(errs.State, "WALLET_FULL", "the wallet can't hold so many coins")
	ErrAmount    = errs.New(errs.Invalid, "BAD_AMOUNT", "the amount is not accepted")
	ErrKeyReused = errs.New(errs.Conflict, "PAYMENT_KEY_REUSED", "the key was used for another payment")
)

const (
	// MaxBalance is the most coins that a player can have. Clients read 32 bits.
	MaxBalance = 2_000_000_000
	// MaxAmount bounds what one transaction moves.
	MaxAmount = 1_000_000
)

// Kind is why coins are moved.
type Kind string

// The kinds.
const (
	Quest       Kind = "quest"
	Achievement Kind = "achievement"
	Prize       Kind = "prize"
	Grant       Kind = "grant"
)

// issuers are the hall's own accounts, from which the coins of each kind come.
// Their balances are what was issued, below zero.
var issuers = map[Kind]string{
	Quest: "issued:quests", Achievement: "issued:achievements", Prize: "issued:prizes", Grant: "issued:grants",
}

// Issuer is the hall's account behind a kind of payment.
func Issuer(k Kind) string { return issuers[k] }

// Transaction moves coins between the hall and a player.
type Transaction struct {
	// Key makes the transaction one: of several with the same key one is made.
	Key    string
	Kind   Kind
	Player string
	// Amount is what the player gets; below zero it is taken from him.
	Amount int64
	// Ref is what is paid for: a goal, or a tournament. Period is a quest's.
	Ref, Period string
	// Note is the reason of a grant.
	Note string
	At   time.Time
}

// ForQuest is the payment of a quest in one of the player's periods.
func ForQuest(player, quest, period string, coins int64, at time.Time) Transaction {
	key := "quest:" + player + ":" + quest + ":" + period
	return Transaction{Key: key, Kind: Quest, Player: player, Amount: coins, Ref: quest, Period: period, At: at}
}

// ForAchievement is the payment of an achievement, once for ever.
func ForAchievement(player, achievement string, coins int64, at time.Time) Transaction {
	key := "achievement:" + player + ":" + achievement
	return Transaction{Key: key, Kind: Achievement, Player: player, Amount: coins, Ref: achievement, At: at}
}

// ForPrize is the payment of a tournament's prize.
func ForPrize(key, player, tournament string, coins int64, at time.Time) Transaction {
	return Transaction{Key: "prize:" + key, Kind: Prize, Player: player, Amount: coins, Ref: tournament, At: at}
}

// ForGrant is what an operator gives or takes.
func ForGrant(key, player, reason string, coins int64, at time.Time) Transaction {
	return Transaction{Key: "grant:" + key, Kind: Grant, Player: player, Amount: coins, Note: reason, At: at}
}

// Validate refuses amounts that no transaction has.
func (t Transaction) Validate() error {
	if t.Amount == 0 || t.Amount > MaxAmount || t.Amount < -MaxAmount {
		return ErrAmount.At("amount", "must be a whole number other than 0, at most "+strconv.Itoa(MaxAmount)+" either way")
	}
	if t.Amount < 0 && t.Kind != Grant {
		return ErrAmount.At("amount", "must be above zero")
	}
	return nil
}

// Same reports whether a transaction asks for what another with its key has
// done.
func (t Transaction) Same(other Transaction) bool {
	other.At = t.At
	return t == other
}

// Posting is one side of a transaction: what an account gets.
type Posting struct {
	Account string
	// Player says that it is a player's account, which is never below 0.
	Player bool
	Amount int64
}

// Postings are both sides, the player's first. Together they are 0.
func (t Transaction) Postings() [2]Posting {
	return [2]Posting{{Wallet(t.Player), true, t.Amount}, {Issuer(t.Kind), false, -t.Amount}}
}

// Wallet is a player's account.
func Wallet(player string) string { return "player:" + player }

// Balance is what an account has, and how many entries made it.
type Balance struct {
	Coins  int64
	Number int64
}

// With is the balance after a posting, or a refusal where a player's would be
// below 0 or above the most.
func (b Balance) With(p Posting) (Balance, error) {
	after := Balance{Coins: b.Coins + p.Amount, Number: b.Number + 1}
	switch {
	case p.Player && after.Coins < 0:
		return b, ErrShort.With("balance", strconv.FormatInt(b.Coins, 10))
	case p.Player && after.Coins > MaxBalance:
		return b, ErrFull.With("balance", strconv.FormatInt(b.Coins, 10))
	}
	return after, nil
}

// Entry is a posting as it was made.
type Entry struct {
	Transaction
	// Number is the entry's in its account, Balance the account's after it.
	Balance
}
