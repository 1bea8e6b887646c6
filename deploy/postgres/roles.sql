-- One role and one schema a service; none reads another's. The passwords are for
-- the compose file alone.
CREATE ROLE account LOGIN PASSWORD 'account';
CREATE SCHEMA account AUTHORIZATION account;
CREATE ROLE referee LOGIN PASSWORD 'referee';
CREATE SCHEMA referee AUTHORIZATION referee;
CREATE ROLE matchmaking LOGIN PASSWORD 'matchmaking';
CREATE SCHEMA matchmaking AUTHORIZATION matchmaking;
CREATE ROLE rewards LOGIN PASSWORD 'rewards';
CREATE SCHEMA rewards AUTHORIZATION rewards;
CREATE ROLE rating LOGIN PASSWORD 'rating';
CREATE SCHEMA rating AUTHORIZATION rating;
CREATE ROLE study LOGIN PASSWORD 'study';
CREATE SCHEMA study AUTHORIZATION study;
CREATE ROLE tournament LOGIN PASSWORD 'tournament';
CREATE SCHEMA tournament AUTHORIZATION tournament;
