-- What is sent, apart from whom it goes to: one row a template version, campaign or inline body, found by the hash of
-- all that is in it. A mail points here and carries only the values of the variables that the content names. Never
-- changed: the id is made from the hash.
create table contents (
  project_id uuid not null,
  id uuid not null,
  hash bytea not null,
  subject text not null,
  html text not null,
  text_part text not null,
  -- Only variables are filled in: no thread is needed to render it.
  is_plain boolean not null,
  -- Where tracked links lead, in the order in which `html` numbers them.
  links text[] not null default '{}',
  track_opens boolean not null default false,
  from_email text not null,
  from_name text,
  reply_to text,
  headers jsonb not null default '{}',
  attachments jsonb not null default '[]',
  created_at timestamptz not null,
  primary key (project_id, id),
  constraint contents_hash unique (project_id, hash)
);

-- Attachments, once a project however often they are sent. EXTERNAL: images and PDFs do not compress.
create table blobs (
  project_id uuid not null,
  hash bytea not null,
  bytes bytea not null,
  created_at timestamptz not null,
  primary key (project_id, hash)
);

alter table blobs alter column bytes set storage external;

-- Addresses that get nothing from this project, transactional mail neither. They outlive the contact.
create table suppressions (
  project_id uuid not null,
  id uuid not null,
  email text collate "C" not null,
  reason text not null,
  source text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  primary key (project_id, id),
  constraint suppressions_email unique (project_id, email),
  constraint suppressions_email_canonical check (email = lower(email)),
  constraint suppressions_reason check (reason in ('hard_bounce', 'complaint', 'manual', 'soft_bounces'))
);

-- Those that will end, which are few: the totals of lists leave out what has ended.
create index suppressions_ending on suppressions (expires_at) where expires_at is not null;

-- One row a recipient; the queue and the record in one. While a worker has a mail (SENDING), run_at is the end of its
-- lease: a row whose run_at has passed is due, whatever state it waits in.
create table emails (
  project_id uuid not null,
  id uuid not null,
  content_id uuid not null,
  contact_id uuid,
  address text collate "C" not null,
  status text not null,
  lane smallint not null,
  source text not null,
  template_id uuid,
  message_id text not null,
  recipients jsonb,
  variables jsonb not null default '{}',
  subject text,
  tags text[],
  run_at timestamptz not null,
  give_up_at timestamptz not null,
  attempts smallint not null default 0,
  fence integer not null default 0,
  lease_owner text,
  last_reply jsonb,
  reason text,
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (project_id, id),
  foreign key (project_id, content_id) references contents (project_id, id),
  constraint emails_status check (status in ('QUEUED', 'SCHEDULED', 'SENDING', 'SENT', 'DELIVERED', 'DEFERRED',
    'BOUNCED', 'COMPLAINED', 'FAILED', 'SUPPRESSED', 'CANCELLED')),
  constraint emails_lane check (lane in (0, 1)),
  constraint emails_source check (source in ('TRANSACTIONAL', 'CAMPAIGN', 'WORKFLOW', 'TEST')),
  constraint emails_lease check ((lease_owner is not null) = (status = 'SENDING'))
);

-- The queue: only what still waits is in it. Lane 0 is transactional.
create index emails_waiting on emails (project_id, lane, run_at)
  where status in ('QUEUED', 'SCHEDULED', 'DEFERRED', 'SENDING');

create index emails_by_contact on emails (project_id, contact_id, id) where contact_id is not null;

-- The list narrowed by a state that is rare. The common ones (SENT, DELIVERED) are found at once by walking down the
-- primary key, and an index over them would have to be written with every mail.
create index emails_by_rare_status on emails (project_id, status, id)
  where status in ('SCHEDULED', 'DEFERRED', 'BOUNCED', 'COMPLAINED', 'FAILED', 'SUPPRESSED', 'CANCELLED');

-- What happened to a mail beyond what its row tells by itself (when it was queued, when it was taken and with what
-- words): deferrals, bounces, complaints, opens. So the ordinary mail writes nothing here.
create table email_events (
  project_id uuid not null,
  email_id uuid not null,
  id uuid not null,
  type text not null,
  data jsonb not null default '{}',
  created_at timestamptz not null,
  primary key (project_id, email_id, id),
  foreign key (project_id, email_id) references emails (project_id, id) on delete cascade
);

-- The exact signed bytes, where the transport keeps them (the built-in inbox).
create table inbox_messages (
  project_id uuid not null,
  email_id uuid not null,
  raw bytea not null,
  created_at timestamptz not null,
  primary key (project_id, email_id),
  foreign key (project_id, email_id) references emails (project_id, id) on delete cascade
);

alter table inbox_messages alter column raw set storage external;

create index inbox_messages_by_age on inbox_messages (created_at);

-- Mails a second a project and a transport, shared by all workers.
create table send_buckets (
  project_id uuid not null,
  transport text not null,
  tokens double precision not null,
  refilled_at timestamptz not null,
  primary key (project_id, transport)
);

-- Totals of lists without scanning; see 0002.
create function count_inserted_rows() returns trigger language plpgsql as $$
begin
  insert into counter_deltas (project_id, counter, label, delta)
  select project_id, tg_table_name, '', count(*) from inserted group by project_id;
  return null;
end
$$;

create function count_deleted_rows() returns trigger language plpgsql as $$
begin
  insert into counter_deltas (project_id, counter, label, delta)
  select project_id, tg_table_name, '', -count(*) from deleted group by project_id;
  return null;
end
$$;

create trigger emails_counted_on_insert after insert on emails
  referencing new table as inserted for each statement execute function count_inserted_rows();
create trigger emails_counted_on_delete after delete on emails
  referencing old table as deleted for each statement execute function count_deleted_rows();
create trigger suppressions_counted_on_insert after insert on suppressions
  referencing new table as inserted for each statement execute function count_inserted_rows();
create trigger suppressions_counted_on_delete after delete on suppressions
  referencing old table as deleted for each statement execute function count_deleted_rows();
