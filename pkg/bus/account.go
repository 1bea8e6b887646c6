package bus

// The account service's stream: what other services must know of accounts.
const (
	// AccountStream is the JetStream stream that keeps it.
	AccountStream = "KYDAI_ACCOUNT"

	accountRenamed = "kydai.account.v1.renamed."
)

// AccountRenamed is the subject of an account's kydai.account.v1.Renamed; "*" is
// all of them.
func AccountRenamed(account string) string { return accountRenamed + account }
