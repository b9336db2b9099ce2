-- Frequency caps and quiet hours hold marketing email (docs/adr/0025).
alter table projects
  -- {"emails", "days"}
  add column frequency_cap jsonb,
  -- {"from", "to", "weekdays", "timezone"}
  add column quiet_hours jsonb,
  add column hold_at_most_hours smallint not null default 48,
  add constraint projects_hold_at_most_hours check (hold_at_most_hours between 1 and 720);

alter table email_queue
  -- Why it waits until run_at. Null once it is claimed.
  add column held_for text,
  -- Since when the cap holds it: from then on it may do so for hold_at_most_hours.
  add column cap_held_since timestamptz,
  add constraint email_queue_held_for check (held_for in ('cap', 'quiet_hours'));

-- For changed settings, which end the holds of a project. Other email is not in it, so that claims still change no index.
create index email_queue_held on email_queue (project_id, email_id) where held_for is not null;

-- The marketing emails of a contact that count for the cap of its project, each with the time at which it left or may leave, in the
-- order of their places. Without a foreign key: a claim must neither fail nor wait because a contact is being deleted.
create table cap_slots (
  project_id uuid not null references projects (id) on delete cascade,
  contact_id uuid not null,
  email_ids uuid[] not null,
  times timestamptz[] not null,
  -- Raised by every change, so that a worker notices that of another one.
  version integer not null default 0,
  primary key (project_id, contact_id),
  constraint cap_slots_pairs check (cardinality(email_ids) = cardinality(times))
)
-- Room for the next version of a row beside the last: no index changes.
with (fillfactor = 70);

-- Emails that the cap drops are counted apart: in the counter 'campaigns' by the state CAPPED instead of SUPPRESSED, and in
-- 'workflow_emails' by the label '<id> dropped'.
create function campaign_email_state(status text, sent_at timestamptz, reason text) returns text language sql immutable as $$
  select case when status = 'BOUNCED' and sent_at is not null then 'RETURNED'
    when status = 'SUPPRESSED' and reason = 'frequency_cap' then 'CAPPED' else status end
$$;

create or replace function count_campaign_emails() returns trigger language plpgsql as $$
begin
  insert into counter_deltas (project_id, counter, label, delta)
  select project_id, 'campaigns', campaign_id || ' ' || part || campaign_email_state(status, sent_at, reason), count(*)
  from inserted cross join lateral campaign_parts(cohort) as part where campaign_id is not null group by 1, 3
  union all
  select project_id, 'campaign_hours',
    campaign_id || ' ' || to_char(sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24') || ' sent', count(*)
  from inserted where campaign_id is not null and coalesce(cohort, 0) >= 0 and sent_at is not null group by 1, 3
  union all
  select project_id, 'workflow_emails', (recipients ->> 'workflowId') || ' dropped', count(*)
  from inserted where source = 'WORKFLOW' and status = 'SUPPRESSED' and reason = 'frequency_cap' group by 1, 3;
  return null;
end
$$;

create or replace function recount_campaign_emails() returns trigger language plpgsql as $$
begin
  insert into counter_deltas (project_id, counter, label, delta)
  select project_id, 'campaigns', campaign_id || ' ' || part || state, sum(change) from (
    select project_id, campaign_id, cohort, campaign_email_state(status, sent_at, reason) as state, -1 as change
    from before where campaign_id is not null
    union all
    select project_id, campaign_id, cohort, campaign_email_state(status, sent_at, reason), 1
    from after where campaign_id is not null
  ) as changed cross join lateral campaign_parts(cohort) as part group by 1, 3 having sum(change) <> 0;
  return null;
end
$$;

drop function campaign_email_state(text, timestamptz);
