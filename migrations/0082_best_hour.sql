-- Sending at the hour at which each contact usually opens email. The hour itself is not stored: it is computed from the events
-- of opens and clicks when the recipients are selected (docs/adr/0030).
alter table campaigns
  -- {"fallback": "HH:MM", "comparison"}: the time for contacts without a known hour, and the percentage of the others who get
  -- it at that time too, so that the two can be compared.
  add column best_hour jsonb,
  -- How many recipients had a known hour when they were selected.
  add column best_hour_known bigint,
  drop constraint campaigns_one_plan,
  add constraint campaigns_one_plan
    check (num_nonnulls(send_at_local_time, best_hour, canary, variants) <= 1);

-- The part of the figures in which the email of this recipient will count (column cohort of email_queue), if that is decided
-- when the recipients are selected: with best_hour, 0 for those at their own hour and 1 for the comparison.
alter table campaign_recipients add column cohort smallint;
