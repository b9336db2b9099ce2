-- As in migrations/0065, and for filters on the state of a subscription and on pauses.
create or replace function note_changed_contacts() returns trigger language plpgsql as $$
begin
  if exists (select from segment_watches where watch = '*' and project_id in (select project_id from after_update)) then
    insert into segment_notes (project_id, contact_id, changes)
    select n.project_id, n.id, array_agg(change.watch)
    from after_update as n
    join before_update as o on o.project_id = n.project_id and o.id = n.id
    cross join lateral (
      select 'email' where n.email <> o.email
      union all
      select 'subscribed' where n.subscribed <> o.subscribed
      union all
      select 'subscriptionState'
      where n.subscribed <> o.subscribed or n.before_subscribing is distinct from o.before_subscribing
      union all
      select 'pausedUntil' where n.paused_until is distinct from o.paused_until
      union all
      select 'updatedAt' where n.updated_at <> o.updated_at
      union all
      select 'data.' || key from jsonb_each(n.data) where value is distinct from o.data -> key
      union all
      select 'data.' || key from jsonb_object_keys(o.data) as key where not n.data ? key
      union all
      select 'topics.' || key from jsonb_each(n.topic_choices) where value is distinct from o.topic_choices -> key
      union all
      select 'topics.' || key from jsonb_object_keys(o.topic_choices) as key where not n.topic_choices ? key
    ) as change (watch)
    where exists (select from segment_watches as w where w.project_id = n.project_id and w.watch = change.watch)
    group by n.project_id, n.id;
  end if;
  return null;
end
$$;
