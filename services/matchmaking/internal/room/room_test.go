package room_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kydai.dev/services/matchmaking/internal/room"
)

const life = 2 * time.Hour

var (
	noon  = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	owner = room.Player{Account: "owner"}
	anna  = room.Player{Account: "anna", Guest: true}
	binh  = room.Player{Account: "binh"}
)

func open(access, side string) room.Room {
	return room.New("r1", "ABC234", room.Wish{Owner: owner, Game: "jungle", Side: side, Mode: room.Casual, Access: access}, noon, life)
}

// joined is a room that anna has joined.
func joined(t *testing.T) room.Room {
	t.Helper()
	r, err := open(room.Public, room.First).Join(anna, false, false, noon)
	require.NoError(t, err)
	return r
}

func TestOnlyRoomsWithAccessByCodeHaveOne(t *testing.T) {
	t.Parallel()
	require.Equal(t, "ABC234", open(room.ByCode, room.First).Code)
	require.Empty(t, open(room.Public, room.First).Code)
}

func TestJoin(t *testing.T) {
	t.Parallel()
	playing := joined(t).Begun("g1", noon)
	left, err := open(room.Public, room.First).Leave("owner", noon)
	require.NoError(t, err)
	tests := map[string]struct {
		room     room.Room
		player   room.Player
		withCode bool
		at       time.Time
		want     error
		state    room.State
	}{
		"public":                  {room: open(room.Public, room.First), player: anna, state: room.Starting},
		"just in time":            {room: open(room.Public, room.First), player: anna, at: noon.Add(life - 1), state: room.Starting},
		"too late":                {room: open(room.Public, room.First), player: anna, at: noon.Add(life), want: room.ErrClosed},
		"by code":                 {room: open(room.ByCode, room.First), player: anna, withCode: true, state: room.Starting},
		"code not known":          {room: open(room.ByCode, room.First), player: anna, want: room.ErrNoSuchRoom},
		"own":                     {room: open(room.Public, room.First), player: owner, want: room.ErrOwnRoom},
		"own by code":             {room: open(room.ByCode, room.First), player: owner, withCode: true, want: room.ErrOwnRoom},
		"taken":                   {room: joined(t), player: binh, want: room.ErrClosed},
		"taken and playing":       {room: playing, player: binh, want: room.ErrClosed},
		"left by its owner":       {room: left, player: anna, want: room.ErrClosed},
		"again while it starts":   {room: joined(t), player: anna, state: room.Starting},
		"again while it is on":    {room: playing, player: anna, at: noon.Add(2 * life), state: room.Playing},
		"again after it":          {room: playing.Ended("g1", noon), player: anna, state: room.Finished},
		"again after its refusal": {room: joined(t).Refused(noon), player: anna, want: room.ErrClosed},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			at := tt.at
			if at.IsZero() {
				at = noon
			}
			got, err := tt.room.Join(tt.player, tt.withCode, true, at)
			require.ErrorIs(t, err, tt.want)
			if err == nil {
				require.Equal(t, tt.state, got.State)
				require.Equal(t, tt.player, got.Joiner)
			}
		})
	}
}

func TestSidesAreDecidedByJoining(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		side       string
		coin       bool
		ownerFirst bool
	}{
		"first":         {side: room.First, ownerFirst: true},
		"second":        {side: room.Second, coin: true},
		"random, heads": {side: room.Random, coin: true, ownerFirst: true},
		"random, tails": {side: room.Random},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, err := open(room.Public, tt.side).Join(anna, false, tt.coin, noon)
			require.NoError(t, err)
			first, second := r.Seats()
			if tt.ownerFirst {
				require.Equal(t, []room.Player{owner, anna}, []room.Player{first, second})
			} else {
				require.Equal(t, []room.Player{anna, owner}, []room.Player{first, second})
			}
			again, err := r.Join(anna, false, !tt.coin, noon)
			require.NoError(t, err)
			require.Equal(t, r, again, "decided once")
		})
	}
}

func TestLeave(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		room    room.Room
		account string
		at      time.Time
		want    error
	}{
		"open":               {room: open(room.Public, room.First), account: "owner", at: noon},
		"by code":            {room: open(room.ByCode, room.First), account: "owner", at: noon},
		"lapsed":             {room: open(room.Public, room.First), account: "owner", at: noon.Add(life)},
		"taken":              {room: joined(t), account: "owner", at: noon, want: room.ErrClosed},
		"playing":            {room: joined(t).Begun("g1", noon), account: "owner", at: noon, want: room.ErrClosed},
		"by who joined":      {room: joined(t), account: "anna", at: noon, want: room.ErrNotYourRoom},
		"another's":          {room: open(room.Public, room.First), account: "binh", at: noon, want: room.ErrNotYourRoom},
		"another's, by code": {room: open(room.ByCode, room.First), account: "binh", at: noon, want: room.ErrNoSuchRoom},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := tt.room.Leave(tt.account, tt.at)
			require.ErrorIs(t, err, tt.want)
			if err != nil {
				return
			}
			require.Equal(t, room.Closed, got.State)
			again, err := got.Leave(tt.account, tt.at.Add(time.Minute))
			require.NoError(t, err)
			require.Equal(t, got, again)
		})
	}
}

func TestWhoSeesWhat(t *testing.T) {
	t.Parallel()
	r := open(room.ByCode, room.First)
	require.False(t, r.SeenBy(""), "nobody is not who has not joined yet")
	require.False(t, r.SeenBy("anna"))
	require.True(t, r.SeenBy("owner"))
	r, err := r.Join(anna, true, false, noon)
	require.NoError(t, err)
	require.True(t, r.SeenBy("anna"))
	require.False(t, r.SeenBy("binh"))
	require.Empty(t, r.CodeFor("anna"))
	require.Empty(t, r.CodeFor(""))
	require.Equal(t, "ABC234", r.CodeFor("owner"))
	require.True(t, open(room.Public, room.First).SeenBy(""))
}

func TestEndMayComeBeforeTheBeginning(t *testing.T) {
	t.Parallel()
	r := joined(t).Ended("g1", noon)
	require.Equal(t, room.Finished, r.State)
	require.Equal(t, "g1", r.GameID)
	require.Equal(t, r, r.Begun("g1", noon.Add(time.Second)))
	require.Equal(t, r, r.Ended("g1", noon.Add(time.Second)))
}

func TestGameKeyLeadsBack(t *testing.T) {
	t.Parallel()
	id, ok := room.OfGame(open(room.Public, room.First).GameKey())
	require.True(t, ok)
	require.Equal(t, "r1", id)
	_, ok = room.OfGame("rematch:r1")
	require.False(t, ok)
}

// Whatever happens to a room, it goes forward only, and its parts agree.
func TestRoomsGoForward(t *testing.T) {
	t.Parallel()
	order := map[room.State]int{room.Open: 0, room.Starting: 1, room.Playing: 2, room.Finished: 3, room.Closed: 4}
	rapid.Check(t, func(t *rapid.T) {
		r := open(rapid.SampledFrom([]string{room.Public, room.ByCode}).Draw(t, "access"), room.Random)
		now := noon
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			now = now.Add(rapid.SampledFrom([]time.Duration{0, time.Second, life}).Draw(t, "pause"))
			p := rapid.SampledFrom([]room.Player{owner, anna, binh}).Draw(t, "player")
			next := happen(r, rapid.IntRange(0, 5).Draw(t, "what"), p, rapid.Bool().Draw(t, "coin"), now)
			if order[next.State] < order[r.State] {
				t.Fatalf("%s became %s", r.State, next.State)
			}
			if r.Joiner != (room.Player{}) && (next.Joiner != r.Joiner || next.OwnerFirst != r.OwnerFirst) {
				t.Fatalf("the seats changed: %+v, then %+v", r, next)
			}
			if (next.GameID != "") != (next.State == room.Playing || next.State == room.Finished) {
				t.Fatalf("%s with game %q", next.State, next.GameID)
			}
			if next.Joiner == owner {
				t.Fatal("the owner plays himself")
			}
			r = next
		}
	})
}

// happen lets one thing happen to a room; what is refused changes nothing.
func happen(r room.Room, what int, p room.Player, coin bool, now time.Time) room.Room {
	var next room.Room
	var err error
	switch what {
	case 0:
		next, err = r.Join(p, coin, coin, now)
	case 1:
		next, err = r.Leave(p.Account, now)
	case 2:
		next = r.Begun("g1", now)
	case 3:
		next = r.Refused(now)
	case 4:
		next = r.Ended("g1", now)
	default:
		next = r.At(now)
	}
	if err != nil {
		return r
	}
	return next
}
