-- Sender domains; docs/states.md draws the machine. The name is in ASCII form. `checks` is what the last look at DNS
-- found, for people to read. No foreign key to projects, for the reason given in 0003.
create table domains (
  project_id uuid not null,
  id uuid not null,
  domain text collate "C" not null,
  -- Under .test, .example, .invalid or .localhost. Whether it counts as verified is decided by the transport alone, so
  -- it is never stored as such, and nobody asks DNS about it.
  is_reserved boolean not null,
  status text not null default 'PENDING',
  checks jsonb not null default '[]',
  -- Scheduled looks in a row that found a verified domain broken.
  failures integer not null default 0,
  warned_at timestamptz,
  -- Since when all records are in place while the domain is verified in another project.
  taken_since timestamptz,
  created_at timestamptz not null,
  verified_at timestamptz,
  last_checked_at timestamptz,
  -- Since when somebody waits for DNS to change: the longer ago, the rarer the looks.
  watched_since timestamptz not null,
  next_check_at timestamptz,
  primary key (project_id, id),
  constraint domains_once_a_project unique (project_id, domain),
  constraint domains_status check (status in ('PENDING', 'VERIFIED', 'FAILED')),
  constraint domains_verified check ((status = 'PENDING') = (verified_at is null)),
  constraint domains_warned check (case status when 'PENDING' then warned_at is null when 'FAILED' then warned_at is not null else true end),
  constraint domains_taken check (taken_since is null or status <> 'VERIFIED'),
  constraint domains_reserved check (not is_reserved or (status = 'PENDING' and next_check_at is null))
);

-- A verified domain belongs to one project of the instance; pending claims do not block each other.
create unique index domains_verified_once on domains (domain) where status = 'VERIFIED';
create index domains_due on domains (next_check_at);

-- DKIM key pairs. NEXT: made by a rotation, not yet seen in DNS. ACTIVE: signs. RETIRING: signed until lately; its
-- record should stay in DNS until mail that is under way has been read. Its private half is gone: nothing signs with it.
create table domain_keys (
  project_id uuid not null,
  domain_id uuid not null,
  selector text collate "C" not null,
  state text not null,
  public_key text not null,
  private_key bytea,
  created_at timestamptz not null,
  retires_at timestamptz,
  primary key (project_id, domain_id, selector),
  foreign key (project_id, domain_id) references domains (project_id, id) on delete cascade,
  constraint domain_keys_state check (state in ('NEXT', 'ACTIVE', 'RETIRING')),
  constraint domain_keys_retiring check ((retires_at is not null) = (state = 'RETIRING')),
  constraint domain_keys_private check ((private_key is null) = (state = 'RETIRING'))
);

create unique index domain_keys_one_active on domain_keys (project_id, domain_id) where state = 'ACTIVE';
create unique index domain_keys_one_next on domain_keys (project_id, domain_id) where state = 'NEXT';
