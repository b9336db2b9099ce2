-- What is sent, apart from whom it goes to: one row a template version, campaign or inline body, found by the hash of
-- all that is in it. A mail points here and carries only the values of the variables that the content names. Never
-- changed: the id is made from the hash.
create table contents (
  project_id uuid not null,
  id uuid not null,
  subject text not null,
  -- Only variables are filled in: no thread is needed to render it.
  is_plain boolean not null,
  -- Where tracked links lead, in the order in which the HTML numbers them.
  links text[] not null default '{}',
  track_opens boolean not null default false,
  from_email text not null,
  from_name text,
  reply_to text,
  headers jsonb not null default '{}',
  created_at timestamptz not null,
  -- The last day on which an email was accepted with it, give or take a day.
  used_at timestamptz not null,
  -- Its body has been deleted, because nothing had used it for weeks. Records still name sender, subject and links.
  erased_at timestamptz,
  primary key (project_id, id)
);

create index contents_by_use on contents (used_at);

-- The large part of a content, which is kept for a shorter time.
create table content_bodies (
  project_id uuid not null,
  content_id uuid not null,
  html text not null,
  text_part text not null,
  attachments jsonb not null default '[]',
  primary key (project_id, content_id),
  foreign key (project_id, content_id) references contents (project_id, id) on delete cascade
);

-- Attachments, once a project however often they are sent. EXTERNAL: images and PDFs do not compress.
create table blobs (
  project_id uuid not null,
  hash bytea not null,
  bytes bytea not null,
  used_at timestamptz not null,
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

-- What still waits: one row per recipient from the moment an email is accepted until its end is recorded. Then the row is
-- deleted here and inserted into emails, in one statement. So the queue stays small however much has been sent, and the
-- record is written once. docs/adr/0009 has the figures.
create table email_queue (
  project_id uuid not null,
  email_id uuid not null,
  lane smallint not null,
  status text not null,
  -- When it is due. A claim does not change it, and neither does a renewed lease: these updates touch no index.
  run_at timestamptz not null,
  -- Set while a worker has it. Once it has passed, any worker may take the email over.
  lease_until timestamptz,
  lease_owner text,
  fence integer not null default 0,
  attempts smallint not null default 0,
  give_up_at timestamptz not null,
  content_id uuid not null,
  contact_id uuid,
  template_id uuid,
  source text not null,
  address text collate "C" not null,
  -- Null: the id at the domain of the sender.
  message_id text,
  recipients jsonb,
  variables jsonb not null default '{}',
  tags text[],
  -- Null: at once.
  scheduled_for timestamptz,
  last_reply jsonb,
  reason text,
  primary key (project_id, email_id),
  constraint email_queue_status check (status in ('QUEUED', 'SCHEDULED', 'DEFERRED', 'SENDING')),
  constraint email_queue_lane check (lane in (0, 1)),
  constraint email_queue_source check (source in ('TRANSACTIONAL', 'CAMPAIGN', 'WORKFLOW', 'TEST')),
  constraint email_queue_lease check ((lease_owner is not null) = (status = 'SENDING')
    and (lease_until is not null) = (status = 'SENDING'))
)
-- Room for the second version that a claim writes, so that it stays on its page; a queue is swept often, because every
-- claim walks over its dead rows until they are gone.
with (fillfactor = 40, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);

-- Lane 0 is transactional, lane 1 marketing.
create index email_queue_due on email_queue (project_id, lane, run_at);
create index email_queue_by_contact on email_queue (project_id, contact_id) where contact_id is not null;

-- The record: one row per recipient whose email has ended, written once. Only what comes back later (a bounce, a
-- complaint, the deletion of its contact) changes it. A month each, by the UUIDv7 id, so that retention drops tables
-- instead of deleting rows. No foreign keys in or out: a month must come and go without locking anything else, and
-- nothing that is deleted meanwhile may keep a result from being recorded.
create table emails (
  project_id uuid not null,
  id uuid not null,
  content_id uuid not null,
  contact_id uuid,
  template_id uuid,
  sent_at timestamptz,
  scheduled_for timestamptz,
  lane smallint not null,
  attempts smallint not null,
  status text not null,
  source text not null,
  address text collate "C" not null,
  message_id text,
  subject text,
  recipients jsonb,
  tags text[],
  last_reply jsonb,
  reason text,
  primary key (project_id, id),
  constraint emails_status check (status in ('SENT', 'DELIVERED', 'BOUNCED', 'COMPLAINED', 'FAILED', 'SUPPRESSED',
    'CANCELLED')),
  constraint emails_lane check (lane in (0, 1)),
  constraint emails_source check (source in ('TRANSACTIONAL', 'CAMPAIGN', 'WORKFLOW', 'TEST'))
) partition by range (id);

create index emails_by_contact on emails (project_id, contact_id, id) where contact_id is not null;

-- The list narrowed by a state that is rare. The common ones (SENT, DELIVERED) are found at once by walking down the
-- primary key, and an index over them would have to be written with every email.
create index emails_by_rare_status on emails (project_id, status, id)
  where status in ('BOUNCED', 'COMPLAINED', 'FAILED', 'SUPPRESSED', 'CANCELLED');

create index emails_by_tag on emails using gin (project_id, tags) where tags is not null;

-- Every email, whether it waits or has ended. For single emails and for people; lists that are cut to a page read both
-- tables themselves.
create view all_emails as
  select project_id, email_id as id, content_id, contact_id, template_id, lane, status, attempts, source, address,
    message_id, null::text as subject, recipients, tags, last_reply, reason, scheduled_for, null::timestamptz as sent_at,
    run_at, give_up_at, fence, lease_owner, lease_until
  from email_queue
  union all
  select project_id, id, content_id, contact_id, template_id, lane, status, attempts, source, address,
    message_id, subject, recipients, tags, last_reply, reason, scheduled_for, sent_at,
    null, null, null, null, null
  from emails;

-- The values that filled an email, once it has ended; erased by the month.
create table email_payloads (
  project_id uuid not null,
  email_id uuid not null,
  variables jsonb not null,
  primary key (project_id, email_id)
) partition by range (email_id);

-- What happened to an email beyond what its row tells by itself (when it was queued, when it was taken and with what
-- words): deferrals, bounces, complaints, opens. So the ordinary email writes nothing here.
create table email_events (
  project_id uuid not null,
  email_id uuid not null,
  id uuid not null,
  type text not null,
  data jsonb not null default '{}',
  created_at timestamptz not null,
  primary key (project_id, email_id, id)
) partition by range (email_id);

-- The exact signed bytes, where the transport keeps them (the built-in inbox).
create table inbox_messages (
  project_id uuid not null,
  email_id uuid not null,
  raw bytea not null,
  created_at timestamptz not null,
  primary key (project_id, email_id)
) partition by range (email_id);

alter table inbox_messages alter column raw set storage external;

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

-- Ended emails are counted by the month of their id (label '2026-05'), so that dropping a month deletes its label and
-- counts nothing. What waits is counted in the queue itself, which is small.
create function count_inserted_emails() returns trigger language plpgsql as $$
begin
  insert into counter_deltas (project_id, counter, label, delta)
  select project_id, 'emails', month_of_uuid_v7(id), count(*) from inserted group by 1, 3;
  return null;
end
$$;

create function count_deleted_emails() returns trigger language plpgsql as $$
begin
  insert into counter_deltas (project_id, counter, label, delta)
  select project_id, 'emails', month_of_uuid_v7(id), -count(*) from deleted group by 1, 3;
  return null;
end
$$;

create trigger emails_counted_on_insert after insert on emails
  referencing new table as inserted for each statement execute function count_inserted_emails();
create trigger emails_counted_on_delete after delete on emails
  referencing old table as deleted for each statement execute function count_deleted_emails();
create trigger suppressions_counted_on_insert after insert on suppressions
  referencing new table as inserted for each statement execute function count_inserted_rows();
create trigger suppressions_counted_on_delete after delete on suppressions
  referencing old table as deleted for each statement execute function count_deleted_rows();
