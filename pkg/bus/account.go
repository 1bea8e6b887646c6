package bus

// The account service's stream: what other services must know of accounts.
const (
	// AccountStream is the JetStream stream that keeps it.
	AccountStream = "KYDAI_ACCOUNT"

	accountLinked    = "kydai.account.v1.linked."
	accountRenamed   = "kydai.account.v1.renamed."
	accountSignedOut = "kydai.account.v1.signedout."
)

// AccountLinked is the subject of an account's kydai.account.v1.Linked; "*" is
// all of them.
func AccountLinked(account string) string { return accountLinked + account }

// AccountRenamed is the subject of an account's kydai.account.v1.Renamed; "*" is
// all of them.
func AccountRenamed(account string) string { return accountRenamed + account }

// AccountSignedOut is the subject of an account's kydai.account.v1.SignedOut; "*"
// is all of them.
func AccountSignedOut(account string) string { return accountSignedOut + account }
