package bus

import (
	"hash/fnv"
	"strconv"
)

// The referee's stream: every event of every game's log, and the starts and
// ends for those who need no moves.
const (
	// GameStream is the JetStream stream that keeps both kinds of subject.
	GameStream = "KYDAI_GAME"
	// TurnStream is the work queue of engines' turns.
	TurnStream = "KYDAI_TURNS"

	gameTurn      = "kydai.game.v1.turn."
	gameEvents    = "kydai.game.v1.events."
	gameLifecycle = "kydai.game.v1.lifecycle."
	gameHeartbeat = "kydai.game.v1.heartbeat."
	gameAll       = "kydai.game.v1.*."
)

// GameEvents is the subject of a shard's kydai.referee.v1.GameEvents; shard
// "*" is all of them.
func GameEvents(shard string) string { return gameEvents + shard }

// GameLifecycle is the subject of a shard's kydai.referee.v1.GameSummaries;
// shard "*" is all of them.
func GameLifecycle(shard string) string { return gameLifecycle + shard }

// GameTurn is the subject of a kydai.referee.v1.BotTurn, one for each game: the
// queue keeps the newest. Game "*" is all of them.
func GameTurn(gameID string) string { return gameTurn + gameID }

// GameHeartbeat is the subject of the heartbeats behind a shard's events. No
// stream keeps it.
func GameHeartbeat(shard string) string { return gameHeartbeat + shard }

// GameShard is all that is sent for a shard. Who listens to it hears events
// and heartbeats in the order in which they were sent.
func GameShard(shard string) string { return gameAll + shard }

// Shard is the shard of a game among so many: FNV-1a of its id.
func Shard(gameID string, shards int) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(gameID)) // never fails
	return int(h.Sum32() % uint32(shards))
}

// ShardName is a shard as the last word of a subject.
func ShardName(shard int) string { return strconv.Itoa(shard) }
