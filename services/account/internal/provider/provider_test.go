package provider_test

import (
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/services/account/internal/provider"
)

func TestSettingsOfAnOpenIDProvider(t *testing.T) {
	t.Parallel()
	var o provider.OIDC
	require.NoError(t, o.UnmarshalText([]byte("client-id=x.apps.example,client-secret-file=/run/secret")))
	require.Equal(t, "google", o.Name)
	require.Equal(t, "https://accounts.google.com", o.Issuer)
	require.Equal(t, "openid email profile", o.Scopes)
	require.Equal(t, "/run/secret", o.SecretFile)

	var own provider.OIDC
	require.NoError(t, own.UnmarshalText([]byte("name=club, issuer=https://id.club.example/realms/x ,client-id=hall,scopes=openid")))
	require.Equal(t, "club", own.Name)
	require.Equal(t, "openid", own.Scopes)
}

func TestBadSettingsOfAnOpenIDProvider(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"nothing":             "",
		"no client":           "name=club,issuer=https://id.example",
		"no name":             "issuer=https://id.example,client-id=x",
		"the name of a code":  "name=email,client-id=x",
		"a long name":         "name=abcdefghijklmnopqrstuvwxyzabcdefg,client-id=x",
		"a name in capitals":  "name=Google,client-id=x",
		"an unknown setting":  "client-id=x,secret=y",
		"half a setting":      "client-id",
		"a secret in the URL": "client-id=x,name=a,issuer=https://user:pass@id.example",
		"no TLS":              "client-id=x,name=a,issuer=http://id.example",
		"no host":             "client-id=x,name=a,issuer=https:///x",
		"no address":          "client-id=x,name=a,issuer=:",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var o provider.OIDC
			require.Error(t, o.UnmarshalText([]byte(text)))
		})
	}
	var o provider.OIDC
	require.NoError(t, o.UnmarshalText([]byte("client-id=x,client-secret-file=/nowhere")))
	_, err := provider.NewOpenID(o, time.Now, slog.New(slog.DiscardHandler))
	require.ErrorContains(t, err, "google")
}

func TestRedirects(t *testing.T) {
	t.Parallel()
	for address, ok := range map[string]bool{
		"https://play.example.com/signed-in":        true,
		"https://play.example.com/x?from=app":       true,
		"http://localhost:5173/signed-in":           true,
		"http://127.0.0.1:8080/":                    true,
		"com.example.kydai://signed-in":             true,
		"http://play.example.com/signed-in":         false,
		"https://play.example.com/#signed-in":       false,
		"/signed-in":                                false,
		"javascript:alert(1)":                       false,
		"javascript://play.example.com/%0aalert(1)": false,
		"data:text/html,x":                          false,
		"":                                          false,
		":":                                         false,
	} {
		err := provider.CheckRedirect(address)
		require.Equal(t, ok, err == nil, "%s: %v", address, err)
	}
}

func TestSettingsOfAPlainProvider(t *testing.T) {
	t.Parallel()
	var zalo provider.OAuth
	require.NoError(t, zalo.UnmarshalText([]byte("preset=zalo,client-id=1")))
	require.Equal(t, "zalo", zalo.Name)
	require.Equal(t, "app_id", zalo.IDParam)
	require.Equal(t, "https://oauth.zaloapp.com/v4/permission", zalo.AuthURL)

	var own provider.OAuth
	require.NoError(t, own.UnmarshalText([]byte("preset=facebook,name=fb,client-id=1,scopes=public_profile,email=")))
	require.Equal(t, "fb", own.Name)
	require.Equal(t, "public_profile", own.Scopes)
	require.Equal(t, "client_id", own.IDParam)
	require.Empty(t, own.EmailPath, "each of a preset can be set otherwise")
	for name, text := range map[string]string{
		"nothing":         "",
		"no preset":       "preset=nobody,client-id=1",
		"no client":       "preset=zalo",
		"an unknown one":  "preset=zalo,client-id=1,colour=red",
		"no id":           "name=a,client-id=1,auth-url=https://a.example,token-url=https://a.example,userinfo-url=https://a.example",
		"no TLS":          "preset=zalo,client-id=1,token-url=http://a.example",
		"no addresses":    "name=a,client-id=1,id=id",
		"half an address": "preset=zalo,client-id=1,userinfo-url=/me",
	} {
		var o provider.OAuth
		require.Error(t, o.UnmarshalText([]byte(text)), name)
	}
}
