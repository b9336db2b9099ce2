-- Which records others cannot do without: the segment of an unfinished campaign, the domain that one sends from. Written
-- in the transaction of the user, who holds the used row (FOR SHARE) meanwhile; whoever deletes a record locks its row
-- first and then looks here.
create table uses (
  project_id uuid not null,
  kind text collate "C" not null,
  used_id uuid not null,
  user_kind text collate "C" not null,
  user_id uuid not null,
  primary key (project_id, kind, used_id, user_kind, user_id),
  constraint uses_kind check (kind in ('segment', 'domain', 'template')),
  constraint uses_user_kind check (user_kind in ('campaign', 'workflow'))
);

create index uses_by_user on uses (project_id, user_kind, user_id);

create table campaigns (
  project_id uuid not null,
  id uuid not null,
  name text not null,
  description text,
  subject text not null,
  -- As it was written, and what was made of it when it was saved.
  body text not null,
  html text not null,
  text_part text not null,
  variables text[] not null,
  is_plain boolean not null,
  from_email text not null,
  from_name text,
  reply_to text,
  audience_type text not null,
  segment_id uuid,
  -- json keeps the order of its keys.
  audience_filter json,
  status text not null,
  scheduled_at timestamptz,
  -- The offset that the caller wrote the time with, such as +02:00.
  scheduled_offset text,
  -- The ids of its emails are made from this time, so they lie in one range of every primary key.
  started_at timestamptz,
  -- Nothing leaves before: the delay that a caller may ask for.
  leaves_at timestamptz,
  -- Since its content and its recipients are fixed.
  frozen_at timestamptz,
  content_id uuid,
  recipient_count bigint,
  -- The last recipient that became an email, or could not any more.
  position uuid,
  -- Recipients that became an email, those whose contact was deleted before it was their turn, and those that a
  -- cancellation came before. Until then, the rest of recipient_count still stands in the ledger.
  fed_count bigint not null default 0,
  gone_count bigint not null default 0,
  unsent_count bigint not null default 0,
  -- What had been counted when it was last resumed: the brake judges only what came since.
  judged_from jsonb not null default '{}',
  paused_at timestamptz,
  pause_reason text,
  sent_at timestamptz,
  cancelled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  constraint campaigns_status check (status in ('DRAFT', 'SCHEDULED', 'SENDING', 'SENT', 'CANCELLED')),
  constraint campaigns_audience check (audience_type in ('ALL', 'SEGMENT', 'FILTERED')
    and (audience_type = 'SEGMENT') = (segment_id is not null)
    and (audience_type = 'FILTERED') = (audience_filter is not null)),
  constraint campaigns_scheduled check ((status = 'SCHEDULED') <= (scheduled_at is not null)),
  constraint campaigns_started check ((status in ('SENDING', 'SENT', 'CANCELLED')) = (started_at is not null)),
  constraint campaigns_paused check ((paused_at is null) = (pause_reason is null)
    and (paused_at is null or status = 'SENDING'))
);

create index campaigns_by_status on campaigns (project_id, status, id);

-- What has something to do, now or later: found by a look every minute, should a job be lost.
create index campaigns_under_way on campaigns (status, scheduled_at) where status in ('SCHEDULED', 'SENDING');

-- The ledger: the recipients of a campaign as they were when it began, one row each, in the order of the ids that their
-- emails will have. These are made from campaign and contact, so nobody can be in it twice, and the primary keys of queue
-- and record refuse a second email. A row goes when its email is written, in the same transaction: so every recipient is
-- either here or has an email. What stays for good never became an email: the campaign was cancelled first, or the contact
-- deleted. No foreign keys: freezing a million recipients must not lock a million contacts.
create table campaign_recipients (
  project_id uuid not null,
  campaign_id uuid not null,
  email_id uuid not null,
  contact_id uuid not null,
  primary key (project_id, campaign_id, email_id)
);

alter table email_queue add column campaign_id uuid;
alter table emails add column campaign_id uuid;

create or replace view all_emails as
  select project_id, email_id as id, content_id, contact_id, template_id, lane, status, attempts, source, address,
    message_id, null::text as subject, recipients, tags, last_reply, reason, scheduled_for, null::timestamptz as sent_at,
    run_at, give_up_at, fence, lease_owner, lease_until, campaign_id
  from email_queue
  union all
  select project_id, id, content_id, contact_id, template_id, lane, status, attempts, source, address,
    message_id, subject, recipients, tags, last_reply, reason, scheduled_for, sent_at,
    null, null, null, null, null, campaign_id
  from emails;

-- What has become of the emails of a campaign is counted as they end, whoever ends them, in the transaction that does:
-- counter 'campaigns', label '<id> SENT'. A bounce after the email was taken is 'RETURNED', so that it still counts as
-- sent. Counter 'campaign_hours' has the same by the hour, label '<id> 2026-05-01T12 sent'.
create function campaign_email_state(status text, sent_at timestamptz) returns text language sql immutable as $$
  select case when status = 'BOUNCED' and sent_at is not null then 'RETURNED' else status end
$$;

create function count_campaign_emails() returns trigger language plpgsql as $$
begin
  insert into counter_deltas (project_id, counter, label, delta)
  select project_id, 'campaigns', campaign_id || ' ' || campaign_email_state(status, sent_at), count(*)
  from inserted where campaign_id is not null group by 1, 3
  union all
  select project_id, 'campaign_hours',
    campaign_id || ' ' || to_char(sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24') || ' sent', count(*)
  from inserted where campaign_id is not null and sent_at is not null group by 1, 3;
  return null;
end
$$;

create function recount_campaign_emails() returns trigger language plpgsql as $$
begin
  insert into counter_deltas (project_id, counter, label, delta)
  select project_id, 'campaigns', campaign_id || ' ' || state, sum(change) from (
    select project_id, campaign_id, campaign_email_state(status, sent_at) as state, -1 as change
    from before where campaign_id is not null
    union all
    select project_id, campaign_id, campaign_email_state(status, sent_at), 1 from after where campaign_id is not null
  ) as changed group by 1, 3 having sum(change) <> 0;
  return null;
end
$$;

create trigger campaign_emails_counted after insert on emails
  referencing new table as inserted for each statement execute function count_campaign_emails();
create trigger campaign_emails_recounted after update on emails
  referencing old table as before new table as after for each statement execute function recount_campaign_emails();
