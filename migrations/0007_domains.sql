-- Sender domains. The name is in ASCII form. `checks` is what the last look at DNS found, for people to read.
create table domains (
  project_id uuid not null,
  id uuid not null,
  domain text collate "C" not null,
  status text not null default 'PENDING',
  checks jsonb not null default '[]',
  failures integer not null default 0,
  warned_at timestamptz,
  created_at timestamptz not null,
  verified_at timestamptz,
  last_checked_at timestamptz,
  next_check_at timestamptz not null,
  primary key (project_id, id),
  constraint domains_once_a_project unique (project_id, domain),
  constraint domains_status check (status in ('PENDING', 'VERIFIED', 'FAILED')),
  constraint domains_verified check (status <> 'VERIFIED' or verified_at is not null),
  constraint domains_warned check (warned_at is null or status <> 'PENDING')
);

-- A verified domain belongs to one project of the instance; pending claims do not block each other.
create unique index domains_verified_once on domains (domain) where status = 'VERIFIED';
create index domains_due on domains (next_check_at);

-- DKIM key pairs. NEXT: made by a rotation, not yet seen in DNS. ACTIVE: signs. RETIRING: signed until lately; its
-- record should stay in DNS until mail that is under way has been read.
create table domain_keys (
  project_id uuid not null,
  domain_id uuid not null,
  selector text collate "C" not null,
  state text not null,
  public_key text not null,
  private_key bytea not null,
  created_at timestamptz not null,
  retires_at timestamptz,
  primary key (project_id, domain_id, selector),
  foreign key (project_id, domain_id) references domains (project_id, id) on delete cascade,
  constraint domain_keys_state check (state in ('NEXT', 'ACTIVE', 'RETIRING')),
  constraint domain_keys_retiring check ((retires_at is not null) = (state = 'RETIRING'))
);

create unique index domain_keys_one_active on domain_keys (project_id, domain_id) where state = 'ACTIVE';
create unique index domain_keys_one_next on domain_keys (project_id, domain_id) where state = 'NEXT';
