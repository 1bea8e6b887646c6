package bus

// Presence is the subject on which each gateway tells every few seconds who is
// connected to it (kydai.matchmaking.v1.Presence). No stream keeps it.
const Presence = "kydai.presence.v1"
