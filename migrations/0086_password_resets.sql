-- Requests for a new password, each with a link sent by email. Only a digest of the token in the link is kept.
create table password_resets (
  -- Chosen by the request, so that a job that runs twice finds its row.
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token_digest bytea not null,
  -- Null until a mail server has taken the email.
  sent_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create unique index password_resets_token on password_resets (token_digest);
create index password_resets_user on password_resets (user_id);
create index password_resets_expiry on password_resets (expires_at);
