import { digestColumn } from './row-digest.ts'

/** "ASAY" as a 32-bit integer: marks a database file as a safety store. */
export const APPLICATION_ID = 0x41534159

/** Version of the tables below; a store of another version is refused. */
export const STORE_VERSION = 6

/** Tables of the safety store. Amounts are decimal text, since SQLite integers end at 64 bits. */
export const SCHEMA_SQL = `
CREATE TABLE permits (
  permit_id TEXT PRIMARY KEY,
  -- the chain on which it is carried out; 0 for a store that is of no chain
  chain_id INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending','committing','committed','cancelled','expired','failed')),
  tool TEXT NOT NULL,
  body TEXT NOT NULL,
  simulation_hash TEXT NOT NULL,
  issued_wall_ms INTEGER NOT NULL,
  issued_chain_seconds INTEGER NOT NULL,
  ttl_seconds INTEGER NOT NULL,
  nonce INTEGER NOT NULL,
  raw_transaction TEXT,
  transaction_hash TEXT,
  settlement TEXT,
  block_number INTEGER,
  block_hash TEXT,
  ${digestColumn('permits')}
) STRICT;
CREATE TABLE replacements (
  hash TEXT PRIMARY KEY,
  permit_id TEXT NOT NULL REFERENCES permits (permit_id),
  kind TEXT NOT NULL CHECK (kind IN ('raise','cancel')),
  raw_transaction TEXT NOT NULL,
  ${digestColumn('replacements')}
) STRICT;
CREATE TABLE ledger (
  permit_id TEXT PRIMARY KEY REFERENCES permits (permit_id),
  state TEXT NOT NULL CHECK (state IN ('reserved','spent')),
  amount_usdc TEXT NOT NULL,
  guarded INTEGER NOT NULL,
  wall_ms INTEGER NOT NULL,
  chain_seconds INTEGER NOT NULL,
  -- last second of a signature's authority; 0 for what is over once it is mined
  until_seconds INTEGER NOT NULL,
  ${digestColumn('ledger')}
) STRICT;
CREATE TABLE attempts (
  id INTEGER PRIMARY KEY,
  wall_ms INTEGER NOT NULL,
  chain_seconds INTEGER NOT NULL,
  ${digestColumn('attempts')}
) STRICT;
CREATE TABLE audit (
  entry INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  body TEXT NOT NULL,
  previous_hash TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL, ${digestColumn('meta')}) STRICT;
CREATE TABLE entries (
  entry_id TEXT PRIMARY KEY REFERENCES permits (permit_id),
  port TEXT NOT NULL,
  kind TEXT NOT NULL,
  body TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open','ended')),
  -- permits that used parts of it, as JSON by the part's number
  uses TEXT NOT NULL,
  ${digestColumn('entries')}
) STRICT;
CREATE INDEX permits_in_flight ON permits (state) WHERE state = 'committing';
CREATE INDEX permits_not_final ON permits (nonce) WHERE block_hash IS NOT NULL;
CREATE INDEX ledger_by_time ON ledger (wall_ms);
CREATE INDEX attempts_by_time ON attempts (wall_ms);
PRAGMA application_id = ${APPLICATION_ID};
PRAGMA user_version = ${STORE_VERSION};
`
