BEGIN TRANSACTION;
CREATE TABLE answers (
	"key" TEXT NOT NULL,
	document TEXT NOT NULL,
	at TEXT NOT NULL,
	PRIMARY KEY ("key")
);
INSERT INTO "answers" VALUES('b3c1','{"best":"001 m3","chance":0.625}','2026-01-02T03:04:05Z');
CREATE TABLE attempts (
	seq INTEGER NOT NULL,
	exercise_id TEXT NOT NULL,
	document TEXT NOT NULL,
	at TEXT NOT NULL,
	"key" TEXT,
	PRIMARY KEY (seq),
	CONSTRAINT attempts_count_from_one CHECK (seq > 0),
	CONSTRAINT one_attempt_per_key UNIQUE ("key")
);
INSERT INTO "attempts" VALUES(1,'lesson-place-1','{"outcome":"wrong"}','2026-01-02T03:04:05Z',NULL);
INSERT INTO "attempts" VALUES(2,'lesson-place-1','{"outcome":"right"}','2026-01-02T03:04:05Z','k');
CREATE TABLE decks (
	name_key TEXT NOT NULL,
	name TEXT NOT NULL,
	card_ids TEXT NOT NULL,
	ruleset TEXT NOT NULL,
	PRIMARY KEY (name_key)
);
INSERT INTO "decks" VALUES('some blight','Some Blight','["007","001"]','rebirth');
CREATE TABLE events (
	match_id TEXT NOT NULL,
	seq INTEGER NOT NULL,
	kind TEXT NOT NULL,
	payload TEXT NOT NULL,
	at TEXT NOT NULL,
	"key" TEXT,
	PRIMARY KEY (match_id, seq),
	CONSTRAINT seq_counts_from_one CHECK (seq > 0),
	CONSTRAINT one_event_per_key UNIQUE (match_id, "key"),
	FOREIGN KEY(match_id) REFERENCES matches (match_id) ON DELETE CASCADE
);
INSERT INTO "events" VALUES('first',1,'play','{"card":"001","tile":"m3"}','2026-01-02T03:04:06Z','k');
INSERT INTO "events" VALUES('first',2,'pass','{}','2026-01-02T03:04:07Z',NULL);
CREATE TABLE exercise_progress (
	exercise_id TEXT NOT NULL,
	document TEXT NOT NULL,
	PRIMARY KEY (exercise_id)
);
INSERT INTO "exercise_progress" VALUES('lesson-place-1','{"due":"2026-01-09T03:04:05Z"}');
CREATE TABLE game_entries (
	game_id TEXT NOT NULL,
	seq INTEGER NOT NULL,
	kind TEXT NOT NULL,
	payload TEXT NOT NULL,
	at TEXT NOT NULL,
	"key" TEXT,
	PRIMARY KEY (game_id, seq),
	CONSTRAINT entries_count_from_one CHECK (seq > 0),
	CONSTRAINT one_entry_per_key UNIQUE (game_id, "key"),
	FOREIGN KEY(game_id) REFERENCES games (game_id) ON DELETE CASCADE
);
INSERT INTO "game_entries" VALUES('second',1,'turn','{"side":"Y","text":"keep \u2713"}','2026-01-02T03:04:05Z',NULL);
INSERT INTO "game_entries" VALUES('second',2,'turn','{"side":"Y","text":"keep \u2713"}','2026-01-02T03:04:05Z','l');
INSERT INTO "game_entries" VALUES('second',3,'resign','{}','2026-01-02T03:04:05Z',NULL);
CREATE TABLE games (
	game_id TEXT NOT NULL,
	kind TEXT NOT NULL,
	setup TEXT NOT NULL,
	result TEXT,
	created_at TEXT NOT NULL,
	"key" TEXT,
	PRIMARY KEY (game_id),
	CONSTRAINT one_game_per_key UNIQUE (kind, "key")
);
INSERT INTO "games" VALUES('second','duel','{"seed":3}','E 0-0','2026-01-02T03:04:05Z','k');
CREATE TABLE matches (
	match_id TEXT NOT NULL,
	title TEXT NOT NULL,
	ruleset TEXT NOT NULL,
	opponent TEXT,
	opponent_key TEXT,
	result TEXT,
	setup TEXT NOT NULL,
	created_at TEXT NOT NULL, "key" TEXT,
	PRIMARY KEY (match_id)
);
INSERT INTO "matches" VALUES('first','Final ✓','rebirth','Red XIII','red xiii','Y 12-7','{"deck":["001"]}','2026-01-02T03:04:05Z','m');
CREATE TABLE opponents (
	name_key TEXT NOT NULL,
	name TEXT NOT NULL,
	note TEXT NOT NULL,
	known TEXT NOT NULL,
	deck TEXT,
	PRIMARY KEY (name_key)
);
INSERT INTO "opponents" VALUES('red xiii','Red XIII','howls','["008"]','["008","009"]');
CREATE TABLE owned_cards (
	card_id TEXT NOT NULL,
	copies INTEGER NOT NULL,
	PRIMARY KEY (card_id),
	CONSTRAINT owned_means_at_least_one CHECK (copies > 0)
);
INSERT INTO "owned_cards" VALUES('001',2);
CREATE TABLE player_ratings (
	player TEXT NOT NULL,
	document TEXT NOT NULL,
	PRIMARY KEY (player)
);
INSERT INTO "player_ratings" VALUES('you','{"rating":1500.5}');
CREATE TABLE qbcoach_schema (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT qbcoach_schema_pkc PRIMARY KEY (version_num)
);
INSERT INTO "qbcoach_schema" VALUES('0005');
CREATE TABLE sightings (
	match_id TEXT NOT NULL,
	opponent_key TEXT NOT NULL,
	card_ids TEXT NOT NULL,
	PRIMARY KEY (match_id, opponent_key),
	FOREIGN KEY(match_id) REFERENCES matches (match_id) ON DELETE CASCADE
);
INSERT INTO "sightings" VALUES('first','red xiii','["008"]');
CREATE INDEX matches_by_age ON matches (created_at, match_id);
CREATE INDEX matches_by_opponent ON matches (opponent_key);
CREATE INDEX sightings_by_opponent ON sightings (opponent_key);
CREATE INDEX games_by_age ON games (kind, created_at, game_id);
CREATE INDEX answers_by_age ON answers (at, "key");
CREATE UNIQUE INDEX one_match_per_key ON matches ("key");
COMMIT;
