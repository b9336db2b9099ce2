alter table campaigns
  -- At most so many emails per minute.
  add column rate_per_minute integer,
  -- When its emails got behind that pace: the next one may leave one step later.
  add column paced_at timestamptz,
  -- HH:MM in the time zone of each contact.
  add column send_at_local_time text,
  -- {"percent", "waitMinutes"}: so many go first, then it waits.
  add column canary jsonb,
  -- What else it says, beside its own subject and body: an array of {"subject", "body"} with what was made of them.
  add column variants jsonb,
  -- {"share", "waitMinutes", "metric"}: how the variants are compared.
  add column test jsonb,
  -- Of a canary or a test: how many recipients go first, and since when all of them have been tried.
  add column sample_count bigint,
  add column sampled_at timestamptz,
  -- The contents of all variants, its own first. content_id is what the rest gets.
  add column content_ids uuid[],
  -- Which variant won, 0 for its own, and what that was decided from.
  add column winner smallint,
  add column decision jsonb,
  -- Recipients of the test domain that became an email. They are in fed_count, and in no figure.
  add column acted_count bigint not null default 0,
  add constraint campaigns_one_plan check (num_nonnulls(send_at_local_time, canary, variants) <= 1),
  add constraint campaigns_test check ((variants is null) = (test is null)),
  add constraint campaigns_decided check ((winner is null) = (decision is null));

-- Which part of the figures of its campaign an email counts in besides the whole: 0 to 3 for the variant that a recipient of
-- the sample got; -1 for a test recipient, which does not count in the whole. Null for all others.
alter table email_queue add column cohort smallint;
alter table emails add column cohort smallint;

create or replace view all_emails as
  select project_id, email_id as id, content_id, contact_id, template_id, lane, status, attempts, source, address,
    message_id, null::text as subject, recipients, tags, last_reply, reason, scheduled_for, null::timestamptz as sent_at,
    run_at, give_up_at, fence, lease_owner, lease_until, campaign_id, cohort
  from email_queue
  union all
  select project_id, id, content_id, contact_id, template_id, lane, status, attempts, source, address,
    message_id, subject, recipients, tags, last_reply, reason, scheduled_for, sent_at,
    null, null, null, null, null, campaign_id, cohort
  from emails;

-- What the labels of an email in the counter 'campaigns' begin with, behind the id: nothing, and for those of a variant
-- 'v0 ' as well; for those of test recipients 'test ' alone.
create function campaign_parts(cohort smallint) returns setof text language sql immutable rows 1 parallel safe as $$
  select '' where coalesce(cohort, 0) >= 0
  union all select 'v' || cohort || ' ' where cohort >= 0
  union all select 'test ' where cohort < 0
$$;

create or replace function count_campaign_emails() returns trigger language plpgsql as $$
begin
  insert into counter_deltas (project_id, counter, label, delta)
  select project_id, 'campaigns', campaign_id || ' ' || part || campaign_email_state(status, sent_at), count(*)
  from inserted cross join lateral campaign_parts(cohort) as part where campaign_id is not null group by 1, 3
  union all
  select project_id, 'campaign_hours',
    campaign_id || ' ' || to_char(sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24') || ' sent', count(*)
  from inserted where campaign_id is not null and coalesce(cohort, 0) >= 0 and sent_at is not null group by 1, 3;
  return null;
end
$$;

create or replace function recount_campaign_emails() returns trigger language plpgsql as $$
begin
  insert into counter_deltas (project_id, counter, label, delta)
  select project_id, 'campaigns', campaign_id || ' ' || part || state, sum(change) from (
    select project_id, campaign_id, cohort, campaign_email_state(status, sent_at) as state, -1 as change
    from before where campaign_id is not null
    union all
    select project_id, campaign_id, cohort, campaign_email_state(status, sent_at), 1
    from after where campaign_id is not null
  ) as changed cross join lateral campaign_parts(cohort) as part group by 1, 3 having sum(change) <> 0;
  return null;
end
$$;
