-- Results per step of a workflow, and goals: the events by which campaigns and workflows are measured.

-- The labels of a workflow's email in the counter 'workflow_emails' begin with this: the workflow and the step. Null for other
-- emails, for those from before steps were stored, and for those of deleted contacts.
create function workflow_step_of(source text, recipients jsonb) returns text language sql immutable parallel safe as $$
  select (recipients ->> 'workflowId') || ' ' || (recipients ->> 'stepId') where source = 'WORKFLOW'
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
  from inserted where source = 'WORKFLOW' and status = 'SUPPRESSED' and reason = 'frequency_cap' group by 1, 3
  union all
  select project_id, 'workflow_emails',
    workflow_step_of(source, recipients) || ' ' || campaign_email_state(status, sent_at, reason), count(*)
  from inserted where source = 'WORKFLOW' and recipients ? 'stepId' group by 1, 3;
  return null;
end
$$;

-- The email of a deleted contact loses its step and still counts: only emails that have a step afterwards are counted anew.
create or replace function recount_campaign_emails() returns trigger language plpgsql as $$
begin
  insert into counter_deltas (project_id, counter, label, delta)
  select project_id, 'campaigns', campaign_id || ' ' || part || state, sum(change) from (
    select project_id, campaign_id, cohort, campaign_email_state(status, sent_at, reason) as state, -1 as change
    from before where campaign_id is not null
    union all
    select project_id, campaign_id, cohort, campaign_email_state(status, sent_at, reason), 1
    from after where campaign_id is not null
  ) as changed cross join lateral campaign_parts(cohort) as part group by 1, 3 having sum(change) <> 0
  union all
  select a.project_id, 'workflow_emails', workflow_step_of(a.source, a.recipients) || ' ' || moved.state, sum(moved.change)
  from after as a join before as b on b.project_id = a.project_id and b.id = a.id
  cross join lateral (values
    (campaign_email_state(b.status, b.sent_at, b.reason), -1), (campaign_email_state(a.status, a.sent_at, a.reason), 1)
  ) as moved (state, change)
  where a.source = 'WORKFLOW' and a.recipients ? 'stepId' group by 1, 3 having sum(moved.change) <> 0;
  return null;
end
$$;

-- Where executions end before the end of the workflow: '<workflow> <step> left' in the counter 'workflow_steps', since the
-- workflow was created, however long executions are kept.
create or replace function recount_executions() returns trigger language plpgsql as $$
begin
  insert into counter_deltas (project_id, counter, label, delta)
  select project_id, counter, label, sum(change) from (
    select project_id, 'workflow_executions' as counter, workflow_id || ' ' || status as label, -1 as change from before
    union all
    select project_id, 'workflow_executions', workflow_id || ' ' || status, 1 from after
    union all
    select project_id, 'workflow_steps', workflow_id || ' ' || step_id || ' ' || execution_state(status), -1 from before
    where step_id is not null and execution_state(status) is not null
    union all
    select project_id, 'workflow_steps', workflow_id || ' ' || step_id || ' ' || execution_state(status), 1 from after
    where step_id is not null and execution_state(status) is not null
    union all
    select a.project_id, 'workflow_steps', a.workflow_id || ' ' || a.step_id || ' left', 1
    from after as a join before as b on b.project_id = a.project_id and b.id = a.id
    where a.status in ('EXITED', 'CANCELLED') and b.status not in ('EXITED', 'CANCELLED') and a.step_id is not null
  ) as changed group by 1, 2, 3 having sum(change) <> 0;
  return null;
end
$$;

-- Where an email comes from, for the data of its events: filters ask for it.
create function email_origin(campaign_id uuid, template_id uuid, recipients jsonb) returns jsonb language sql immutable parallel safe as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'campaignId', campaign_id, 'templateId', template_id, 'workflowId', recipients ->> 'workflowId'))
$$;

alter table campaigns add column goal jsonb;
alter table workflow_versions add column goal json;

-- The goals that events are compared with: of campaigns from their start until the windows of their last emails are over, and
-- of workflows from when they are first enabled. owner_id is the campaign or the workflow.
create table goals (
  project_id uuid not null references projects (id) on delete cascade,
  owner_id uuid not null,
  kind text not null check (kind in ('campaign', 'workflow')),
  event text not null,
  -- Conditions on the data of the event, all of which must match; null without any.
  conditions jsonb,
  window_seconds integer not null,
  -- The number that is added up, such as data.total.
  value_field text,
  -- Null while the owner may still send.
  until timestamptz,
  primary key (project_id, owner_id)
);

create index goals_by_event on goals (project_id, event);
create index goals_ended on goals (until) where until is not null;

-- Goals that were reached: by the email of a campaign, and by the execution and the email of a workflow. The totals are in the counter
-- 'goals', labels '<owner> conversions', '<owner> v1 conversions' for a variant and '<owner> <step> conversions' for a step,
-- and the same with 'events' and 'value', which is in thousandths.
create table conversions (
  project_id uuid not null,
  owner_id uuid not null,
  subject_id uuid not null,
  first_at timestamptz not null,
  events integer not null,
  primary key (project_id, owner_id, subject_id),
  foreign key (project_id, owner_id) references goals on delete cascade
);

create index conversions_by_age on conversions (first_at);
