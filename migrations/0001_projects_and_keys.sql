-- A project is a tenant. Every tenant table begins with project_id and it leads the primary key: the rows of one
-- project lie together, and a query that forgets its project finds no index.
create table projects (
  id uuid primary key,
  name text not null,
  default_from text,
  default_from_name text,
  reply_to text,
  track_opens boolean not null default true,
  track_clicks boolean not null default true,
  locale text not null default 'en',
  timezone text not null default 'UTC',
  postal_address text,
  disabled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- Only the SHA-256 digest of a key is kept; prefix and last four characters let a person recognise it.
create table api_keys (
  project_id uuid not null references projects (id) on delete cascade,
  id uuid not null,
  name text not null,
  kind text not null,
  scopes text[] not null,
  digest bytea not null,
  prefix text not null,
  last_four text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  primary key (project_id, id),
  constraint api_keys_kind check (kind in ('secret', 'public')),
  constraint api_keys_scopes check (
    (kind = 'public' and scopes = array['track'])
    or (kind = 'secret' and scopes <@ array['full', 'send', 'read'] and cardinality(scopes) > 0)
  ),
  constraint api_keys_digest_length check (octet_length(digest) = 32)
);

create unique index api_keys_digest on api_keys (digest);

-- The owner's one-time set-up link, printed at the first start: a digest, like every secret of ours.
create table setup_tokens (
  digest bytea primary key,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
