-- What receivers said when they refused email because of the project itself (a blocklist, authentication, content), not because
-- of a recipient: one row per receiver and kind, with the newest words. At most 200 per project; those of which nothing was
-- heard for 30 days are deleted.
create table sender_refusals (
  project_id uuid not null references projects (id) on delete cascade,
  -- The domain of the recipients.
  receiver text not null,
  kind text not null,
  -- The newest answer, without addresses.
  answer text not null,
  emails bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (project_id, receiver, kind),
  constraint sender_refusals_kind
    check (kind in ('authentication', 'blocklist', 'content', 'size', 'rate', 'server', 'policy')),
  constraint sender_refusals_emails check (emails > 0)
);

create index sender_refusals_last_at on sender_refusals (last_at);
