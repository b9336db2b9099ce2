-- What a request with an Idempotency-Key was answered, for 24 hours. Written in the transaction of its effect.
create table idempotency_keys (
  project_id uuid not null,
  key text collate "C" not null,
  fingerprint bytea not null,
  status integer not null,
  body text,
  created_at timestamptz not null,
  primary key (project_id, key)
);

create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Token buckets shared by all nodes. Unlogged: after a crash of the database everybody starts with a full
-- bucket, which is the right way to be wrong.
create unlogged table rate_buckets (
  bucket text collate "C" primary key,
  tokens double precision not null,
  granted integer not null,
  refilled_at timestamptz not null
);

-- Which worker pools are alive: jobs locked by a pool that stopped beating are given to another.
create table worker_heartbeats (
  pool_id text primary key,
  seen_at timestamptz not null
);
