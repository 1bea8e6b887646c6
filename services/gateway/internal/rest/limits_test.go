package rest_test

import (
	"net/http"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/errs"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	"kydai.dev/services/gateway/internal/limit"
	"kydai.dev/services/gateway/internal/rest"
)

// limited is a hall with small buckets.
func limited(t *testing.T) *hall {
	t.Helper()
	minute := func(n int) limit.Rate { return limit.Rate{Calls: n, Per: time.Minute} }
	cfg := limit.Config{Read: minute(5), Write: minute(3), Create: minute(2), Export: minute(1), Stream: minute(1), Address: 4}
	return newHall(t, func(d *rest.Deps) { d.Limiter = limit.New(cfg, d.Now) })
}

const move = `{"ply":1,"move":"h2e2"}`

func TestLimitOfReads(t *testing.T) {
	t.Parallel()
	h := limited(t)
	as := h.as(ann)
	for left := 4; left >= 0; left-- {
		r := h.send("GET", "/v1/me", "", as)
		require.Equal(t, http.StatusOK, r.StatusCode)
		require.Equal(t, "5", r.Header.Get("RateLimit-Limit"))
		require.Equal(t, strconv.Itoa(left), r.Header.Get("RateLimit-Remaining"))
		require.NotEmpty(t, r.Header.Get("RateLimit-Reset"))
	}
	r := h.send("GET", "/v1/me", "", as)
	p := r.refused(t, 429, "RATE_LIMITED")
	after, err := strconv.Atoi(r.Header.Get("Retry-After"))
	require.NoError(t, err)
	require.Equal(t, after, *p.RetryAfter)
	require.Equal(t, "0", r.Header.Get("RateLimit-Remaining"))

	require.Equal(t, http.StatusCreated, h.send("POST", "/v1/rooms", `{"game":"morris"}`, as).StatusCode, "another class")
	require.Equal(t, http.StatusOK, h.send("POST", "/v1/games/g/moves", move, as).StatusCode, "moves go on")
	h.pass(time.Duration(after) * time.Second)
	require.Equal(t, http.StatusOK, h.send("GET", "/v1/me", "", as).StatusCode)
}

func TestMovesAreNeverStopped(t *testing.T) {
	t.Parallel()
	h := limited(t)
	as := h.as(ann)
	seq := int32(0)
	for range 300 {
		seq++
		h.on("PlayMove", saying(&refereev1.PlayMoveResponse{Seq: seq}))
		r := h.send("POST", "/v1/games/g/moves", move, as)
		require.Equal(t, http.StatusOK, r.StatusCode)
		require.Empty(t, r.Header.Get("RateLimit-Limit"))
	}
	for _, path := range []string{":resign", ":abort", "/offers/3:accept", "/offers/3:decline"} {
		for range 5 {
			require.Equal(t, http.StatusOK, h.send("POST", "/v1/games/g"+path, "", as).StatusCode, path)
		}
	}
	require.Equal(t, http.StatusOK, h.send("POST", "/v1/rooms/"+ann+":leave", "", as).StatusCode, "nothing was counted")
}

func TestRefusedAndRepeatedMovesCount(t *testing.T) {
	t.Parallel()
	illegal := refusing(errs.New(errs.Invalid, "ILLEGAL_MOVE", "x"))
	repeated := saying(&refereev1.PlayMoveResponse{Seq: 7})
	tests := map[string]struct {
		spend func(t *testing.T, h *hall, as header)
	}{
		"refused by the referee": {func(t *testing.T, h *hall, as header) {
			h.on("PlayMove", illegal)
			for range 3 {
				h.send("POST", "/v1/games/g/moves", move, as).refused(t, 422, "ILLEGAL_MOVE")
			}
			h.send("POST", "/v1/games/g/moves", move, as).refused(t, 429, "RATE_LIMITED")
		}},
		"refused by the gateway": {func(t *testing.T, h *hall, as header) {
			for range 3 {
				h.send("POST", "/v1/games/g/moves", "{", as).refused(t, 400, "BAD_JSON")
			}
			h.send("POST", "/v1/games/g/moves", "{", as).refused(t, 429, "RATE_LIMITED")
		}},
		"refused offers": {func(t *testing.T, h *hall, as header) {
			h.on("MakeOffer", refusing(errs.New(errs.State, "OFFER_TOO_SOON", "x")))
			for range 3 {
				h.send("POST", "/v1/games/g/offers", `{"kind":"draw"}`, as).refused(t, 409, "OFFER_TOO_SOON")
			}
			h.send("POST", "/v1/games/g/offers", `{"kind":"draw"}`, as).refused(t, 429, "RATE_LIMITED")
		}},
		"repeated": {func(t *testing.T, h *hall, as header) {
			h.on("PlayMove", repeated)
			for range 5 {
				require.Equal(t, http.StatusOK, h.send("POST", "/v1/games/g/moves", move, as).StatusCode)
			}
		}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := limited(t)
			as := h.as(ann)
			tt.spend(t, h, as)
			h.send("POST", "/v1/rooms/"+ann+":leave", "", as).refused(t, 429, "RATE_LIMITED")
			h.on("PlayMove", saying(&refereev1.PlayMoveResponse{Seq: 8}))
			require.Equal(t, http.StatusOK, h.send("POST", "/v1/games/g/moves", move, as).StatusCode, "a legal move is played all the same")
		})
	}
}

func TestFailuresOfOursAreNotCounted(t *testing.T) {
	t.Parallel()
	h := limited(t)
	h.on("PlayMove", refusing(errs.New(errs.Unavailable, "STORE_UNCERTAIN", "x")))
	for range 10 {
		h.send("POST", "/v1/games/g/moves", move, h.as(ann)).refused(t, 503, "STORE_UNCERTAIN")
	}
}

func TestStrangersAreCountedByAddress(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		method, path, body string
		headers            header
		calls, status      int
	}{
		"moves without a token": {"POST", "/v1/games/g/moves", move, nil, 12, 401},
		"forged tokens":         {"POST", "/v1/games/g/moves", move, header{"Authorization": "Bearer x.y.z"}, 12, 401},
		"reads":                 {"GET", "/v1/rooms", "", nil, 20, 200},
		"paths tried":           {"GET", "/wp-admin.php", "", nil, 20, 404},
		"guests":                {"POST", "/v1/sessions:guest", "", nil, 8, 201},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := limited(t)
			at := func(address string) reply {
				return h.send(tt.method, tt.path, tt.body, tt.headers, header{"X-Forwarded-For": address})
			}
			for range tt.calls {
				require.Equal(t, tt.status, at("9.9.9.9").StatusCode)
			}
			r := at("9.9.9.9")
			r.refused(t, 429, "RATE_LIMITED")
			require.Equal(t, tt.status, at("9.9.9.8").StatusCode, "another address")
			require.Equal(t, 429, at("1.2.3.4, 9.9.9.9").StatusCode, "a forged hop does not help")
		})
	}
}

func TestIPv6CountsBySubscriber(t *testing.T) {
	t.Parallel()
	h := limited(t)
	for i := range 20 {
		require.Equal(t, 200, h.send("GET", "/v1/rooms", "", header{"X-Forwarded-For": "2001:db8:1:2::" + strconv.Itoa(i)}).StatusCode)
	}
	require.Equal(t, 429, h.send("GET", "/v1/rooms", "", header{"X-Forwarded-For": "2001:db8:1:2:ffff::1"}).StatusCode)
	require.Equal(t, 200, h.send("GET", "/v1/rooms", "", header{"X-Forwarded-For": "2001:db8:1:3::1"}).StatusCode)
}
