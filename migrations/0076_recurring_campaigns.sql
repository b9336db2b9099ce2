-- Campaigns that are sent again and again: at each time of a schedule, a run creates an ordinary campaign.
-- due_at, fence and attempts are those of src/platform/work/due-rows.ts; next_run_at is the time of the schedule that comes
-- next, which a claim does not move.
create table recurring_campaigns (
  project_id uuid not null,
  id uuid not null,
  name text not null,
  enabled boolean not null,
  cron text not null,
  timezone text not null,
  -- The fields of a campaign, as in POST /campaigns, without its name. json keeps the order of the keys of its filter.
  fields json not null,
  -- {url, maxItems, onlyNew}
  feed jsonb,
  next_run_at timestamptz,
  -- Somebody asked for a run outside of the schedule.
  run_requested_at timestamptz,
  due_at timestamptz,
  fence integer not null default 0,
  attempts integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  constraint recurring_campaigns_next check ((next_run_at is not null) <= enabled)
);

create index recurring_campaigns_due on recurring_campaigns (project_id, due_at) where due_at is not null;

-- The outcome of each run. The newest are kept.
create table recurring_runs (
  project_id uuid not null,
  id uuid not null,
  recurring_id uuid not null,
  outcome text collate "C" not null,
  -- The time of the schedule, or when somebody asked for the run.
  scheduled_for timestamptz not null,
  is_manual boolean not null,
  campaign_id uuid,
  -- Why there is no campaign.
  reason text,
  -- How many items of the feed it has; null without a feed.
  item_count integer,
  primary key (project_id, id),
  foreign key (project_id, recurring_id) references recurring_campaigns (project_id, id) on delete cascade,
  constraint recurring_runs_outcome check (outcome in ('SENT', 'SKIPPED', 'FAILED')
    and (outcome = 'SENT') = (reason is null))
);

create index recurring_runs_by_campaign on recurring_runs (project_id, recurring_id, id);

-- The items of feeds that runs have had, by hashes of their ids and addresses. Those last seen longest ago are forgotten.
create table recurring_items (
  project_id uuid not null,
  recurring_id uuid not null,
  hash bytea not null,
  seen_at timestamptz not null,
  primary key (project_id, recurring_id, hash),
  foreign key (project_id, recurring_id) references recurring_campaigns (project_id, id) on delete cascade
);

-- The recurring campaign whose run created it. It may have been deleted since.
alter table campaigns add column recurring_id uuid;

alter table uses drop constraint uses_user_kind;
alter table uses add constraint uses_user_kind
  check (user_kind in ('campaign', 'workflow', 'form', 'recurring_campaign'));
