package dbx

// What no server or file can be talked into from outside is tested directly.
var (
	CheckPragmas  = checkPragmas
	CheckSettings = checkSettings
	Pragmas       = pragmas
)
