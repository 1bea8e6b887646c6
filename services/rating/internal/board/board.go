// Package board is a leaderboard in memory: exact ranks, and the players in
// order, of a million players and more in microseconds. It is a copy of what
// the store has listed, brought up to date change by change.
package board

import (
	"slices"
	"sync"
)

// ID is an account's id, in bytes: text would double the memory.
type ID = [16]byte

// Place is a player on the board. Players with equal ratings have equal ranks.
type Place struct {
	Player ID
	Rating int
	// Rank is 1 and the number of players with strictly more.
	Rank int
}

// Board keeps the listed players of a game and category. It is safe for
// concurrent use, and every answer is of one moment.
type Board struct {
	mu      sync.RWMutex
	ratings map[ID]int
	counts  counts
	// levels has the players of each rating, sorted.
	levels []level
}

// New returns an empty board.
func New() *Board { return &Board{ratings: map[ID]int{}} }

// Entry is what the board is told of a player.
type Entry struct {
	Player ID
	Rating int
	Listed bool
}

// Set puts players where they belong now, or takes them off.
func (b *Board) Set(entries ...Entry) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, e := range entries {
		b.remove(e.Player)
		if e.Listed {
			b.add(e.Player, e.Rating)
		}
	}
}

func (b *Board) remove(player ID) {
	rating, ok := b.ratings[player]
	if !ok {
		return
	}
	delete(b.ratings, player)
	b.counts.add(rating, -1)
	b.levels[rating] = b.levels[rating].without(player)
}

func (b *Board) add(player ID, rating int) {
	b.ratings[player] = rating
	b.counts.add(rating, 1)
	if missing := rating + 1 - len(b.levels); missing > 0 {
		b.levels = append(b.levels, make([]level, missing)...)
	}
	b.levels[rating] = b.levels[rating].with(player)
}

func compare(a, b ID) int { return slices.Compare(a[:], b[:]) }

// Size is how many players are listed.
func (b *Board) Size() int {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return len(b.ratings)
}

// Find returns the place of a player; ok is false where he has none.
func (b *Board) Find(player ID) (p Place, ok bool) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.find(player)
}

func (b *Board) find(player ID) (Place, bool) {
	rating, ok := b.ratings[player]
	if !ok {
		return Place{}, false
	}
	return Place{Player: player, Rating: rating, Rank: b.rank(rating)}, true
}

// rank is the rank of a rating.
func (b *Board) rank(rating int) int { return 1 + len(b.ratings) - b.counts.upTo(rating) }

// View is a part of the board and where a player stands, at one moment.
type View struct {
	Places []Place
	// More reports whether there are players behind the last of Places.
	More bool
	// Me is the place of the player who looks; its rank is 0 without one.
	Me    Place
	Total int
}

// Top returns the players behind a place, or the best ones behind none.
func (b *Board) Top(n int, behind *Place, me ID) View {
	b.mu.RLock()
	defer b.mu.RUnlock()
	v := b.view(me)
	rating, at := len(b.levels)-1, spot{}
	if behind != nil && behind.Rating < len(b.levels) {
		rating = behind.Rating
		var found bool
		if at, found = b.levels[rating].find(behind.Player); found {
			at.index++
		}
	}
	for p := range b.down(rating, at) {
		if v.More = len(v.Places) == n; v.More {
			break
		}
		v.Places = append(v.Places, p)
	}
	return v
}

// Around returns so many players on either side of one, and the player.
func (b *Board) Around(me ID, n int) View {
	b.mu.RLock()
	defer b.mu.RUnlock()
	v := b.view(me)
	if v.Me.Rank == 0 {
		return v
	}
	at, _ := b.levels[v.Me.Rating].find(me)
	for p := range b.up(v.Me.Rating, at) {
		if len(v.Places) == n {
			break
		}
		v.Places = append(v.Places, p)
	}
	slices.Reverse(v.Places)
	most := len(v.Places) + 1 + n
	for p := range b.down(v.Me.Rating, at) {
		if len(v.Places) == most {
			break
		}
		v.Places = append(v.Places, p)
	}
	return v
}

func (b *Board) view(me ID) View {
	v := View{Total: len(b.ratings)}
	v.Me, _ = b.find(me)
	return v
}

// down walks from a place within a rating to the weakest.
func (b *Board) down(rating int, at spot) func(yield func(Place) bool) {
	return func(yield func(Place) bool) {
		for ; rating >= 0; rating, at = rating-1, (spot{}) {
			rank := 0
			for player := range b.levels[rating].from(at) {
				if rank == 0 {
					rank = b.rank(rating)
				}
				if !yield(Place{player, rating, rank}) {
					return
				}
			}
		}
	}
}

// up walks from before a place within a rating to the strongest.
func (b *Board) up(rating int, at spot) func(yield func(Place) bool) {
	return func(yield func(Place) bool) {
		for rating < len(b.levels) {
			for player := range b.levels[rating].before(at) {
				if !yield(Place{player, rating, b.rank(rating)}) {
					return
				}
			}
			if rating++; rating < len(b.levels) {
				at = b.levels[rating].end()
			}
		}
	}
}
