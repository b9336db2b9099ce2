-- Double opt-in: who signs up by a form or a public key confirms it by a link in an email.
alter table projects
  add column double_opt_in boolean not null default false,
  -- Null: the built-in email. Without a foreign key: a template that is gone is replaced by the built-in email.
  add column confirmation_template_id uuid,
  -- Where a person goes after confirming. Null: a page of ours.
  add column confirmation_redirect_url text,
  add column confirmation_days smallint not null default 7,
  add constraint projects_confirmation_days check (confirmation_days between 1 and 30);

-- The wishes of people that wait for the link in their email, and for some time those that have ended.
create table confirmations (
  project_id uuid not null,
  id uuid not null,
  contact_id uuid not null,
  -- The address that is asked. A contact that gets another one meanwhile has not confirmed that.
  email text not null,
  -- Whether the contact becomes SUBSCRIBED.
  subscribe boolean not null,
  -- The topics to join. By id, because a key can be used again after its topic was deleted.
  topic_ids uuid[] not null,
  -- The state that returns when the link expires. Null if the contact was SUBSCRIBED all the time.
  state_before text,
  -- Whether the sign-up created the contact, and the keys of data that it wrote: without anything else the contact is deleted.
  created_contact boolean not null,
  data_keys text[] not null,
  -- {"kind", "id", "text"}
  source jsonb not null,
  -- The emails with the link.
  email_ids uuid[] not null default '{}',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- withdrawn: the contact unsubscribed meanwhile.
  outcome text,
  primary key (project_id, id),
  constraint confirmations_state_before check (state_before in ('NEVER_ASKED', 'PENDING', 'LEFT')),
  constraint confirmations_outcome check (outcome in ('confirmed', 'expired', 'withdrawn')),
  constraint confirmations_end check ((ended_at is null) = (outcome is null)),
  foreign key (project_id, contact_id) references contacts (project_id, id) on delete cascade
);

create index confirmations_contact on confirmations (project_id, contact_id);
create unique index confirmations_open on confirmations (project_id, contact_id) where ended_at is null;
create index confirmations_expiry on confirmations (expires_at) where ended_at is null;
create index confirmations_ended on confirmations (ended_at) where ended_at is not null;

-- One row per confirmation that was sent, for the limits against filling the mailbox of somebody else. Mailboxes and networks are
-- keyed hashes, because the rows outlive contacts.
create table sent_confirmations (
  project_id uuid not null,
  id uuid not null,
  mailbox_hash bytea not null,
  -- Null if a server asked for it with a secret key.
  network_hash bytea,
  sent_at timestamptz not null,
  primary key (project_id, id)
);

create index sent_confirmations_mailbox on sent_confirmations (project_id, mailbox_hash, sent_at);
create index sent_confirmations_project on sent_confirmations (project_id, sent_at) where network_hash is not null;
create index sent_confirmations_network on sent_confirmations (network_hash, sent_at) where network_hash is not null;
create index sent_confirmations_age on sent_confirmations (sent_at);
