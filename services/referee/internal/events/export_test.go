package events

// FromProto is for the tests of single events.
var FromProto = fromProto
