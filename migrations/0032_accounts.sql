-- The people who sign in. What better-auth keeps (users, sessions, credentials, verifications, two_factors) is mapped to
-- these tables in features/accounts/sign-in/better-auth.ts; the rest is written by our own statements.
create table users (
  id uuid primary key,
  -- In lower case: an address that differs in case alone is the same person.
  email text collate "C" not null,
  email_verified boolean not null default false,
  name text not null,
  image text,
  -- Runs this installation: may create projects. Made by the set-up link or by ADMIN_EMAIL.
  is_operator boolean not null default false,
  two_factor_enabled boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint users_email_is_lower check (email = lower(email))
);

create unique index users_email on users (email);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token text collate "C" not null,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create unique index sessions_token on sessions (token);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- One row per way to sign in: the hash of a password, or an identity at another provider.
create table credentials (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create unique index credentials_identity on credentials (provider_id, account_id);
create index credentials_user on credentials (user_id);

-- What a second step of signing in refers to; short-lived.
create table verifications (
  id uuid primary key,
  identifier text collate "C" not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index verifications_identifier on verifications (identifier);
create index verifications_expiry on verifications (expires_at);

create table two_factors (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);

create unique index two_factors_user on two_factors (user_id);

-- Wrong passwords of the last minutes, by account, device and network. Subjects are digests: no address is kept here.
-- Unlogged: after a crash of the database everybody may try again.
create unlogged table sign_in_failures (
  subject bytea primary key,
  failures integer not null,
  ends_at timestamptz not null
);

create table members (
  project_id uuid not null references projects (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  role text not null,
  created_at timestamptz not null,
  primary key (project_id, user_id),
  constraint members_role check (role in ('owner', 'admin', 'member', 'viewer'))
);

create index members_user on members (user_id);

-- Open invitations; an accepted one is deleted. Only the digest of its token is kept.
create table invitations (
  project_id uuid not null references projects (id) on delete cascade,
  id uuid not null,
  email text collate "C" not null,
  role text not null,
  token_digest bytea not null,
  -- The address of whoever invited, as it was then.
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (project_id, id),
  constraint invitations_role check (role in ('owner', 'admin', 'member', 'viewer'))
);

create unique index invitations_token on invitations (token_digest);
create unique index invitations_email on invitations (project_id, email);

-- Who did what that matters, per project. Names are kept as they were, so that an entry outlives what it is about.
create table audit_log (
  project_id uuid not null references projects (id) on delete cascade,
  id uuid not null,
  action text not null,
  actor_kind text not null,
  actor_id uuid,
  actor_name text not null,
  target text,
  ip_address text,
  created_at timestamptz not null,
  primary key (project_id, id),
  constraint audit_log_actor check (actor_kind in ('user', 'key', 'nobody'))
);

create index audit_log_age on audit_log (created_at);

-- Who created a key: the address of a person, or the name of the key that was used. Null for keys from before, and for
-- those of the command line.
alter table api_keys add column created_by text;
