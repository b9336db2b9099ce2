-- Figures of Google (Postmaster Tools) and Microsoft (SNDS) about our email. These tables belong to the installation: its credentials
-- ask, and a project sees what concerns a domain that it has verified. A run claims its row by moving due_at to the end of its lease,
-- so that one node asks.
create table postmaster_sources (
  source text primary key,
  due_at timestamptz not null default now(),
  -- Runs in a row that failed.
  attempts integer not null default 0,
  succeeded_at timestamptz,
  failing_since timestamptz,
  problem text,
  constraint postmaster_sources_source check (source in ('google', 'snds')),
  constraint postmaster_sources_failing check ((failing_since is null) = (problem is null))
);

insert into postmaster_sources (source) values ('google'), ('snds');

-- The domains that the account at Google has.
create table google_domains (
  domain text collate "C" primary key,
  is_readable boolean not null,
  asked_at timestamptz,
  problem text,
  -- The verdicts of Google about its rules for senders; null if it gives none.
  compliance jsonb
);

-- Shares from 0 to 1; null where Google gives none.
create table google_days (
  domain text collate "C" not null,
  day date not null,
  spam_rate double precision,
  spf_rate double precision,
  dkim_rate double precision,
  dmarc_rate double precision,
  tls_rate double precision,
  rejected_rate double precision,
  deferred_rate double precision,
  -- Arrays: {type, reason, rate}, and {id, spamRate}.
  errors jsonb not null default '[]',
  feedback_loops jsonb not null default '[]',
  primary key (domain, day)
);
create index google_days_by_age on google_days (day);

create table snds_days (
  address inet not null,
  -- The day on which the activity began, as Microsoft counts days.
  day date not null,
  rcpt_commands bigint not null,
  data_commands bigint not null,
  message_recipients bigint not null,
  verdict text not null,
  -- As Microsoft gives it, such as '< 0.1%'.
  complaint_rate text not null,
  trap_hits bigint not null,
  sample_helo text not null,
  sample_sender text not null,
  comments text not null,
  primary key (address, day),
  constraint snds_days_verdict check (verdict in ('green', 'yellow', 'red'))
);
create index snds_days_by_age on snds_days (day);

-- The addresses that Microsoft blocks now, as ranges.
create table snds_blocks (
  first_address inet not null,
  last_address inet not null,
  reason text not null,
  since timestamptz not null,
  primary key (first_address, last_address)
);
