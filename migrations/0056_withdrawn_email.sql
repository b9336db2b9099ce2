-- Workers claim email ahead of sending it. Whatever withdraws email tells them which project it belongs to, when it
-- commits, so that they look again before they hand over what they have: pauses, cancellations, unsubscribing,
-- suppressions, deletions. Only a hint: without it they look again a second after the claim.
create function tell_of_withdrawn_email() returns trigger language plpgsql as $$
begin
  perform pg_notify('lettermill_withdrawn', coalesce(new.project_id, old.project_id)::text);
  return null;
end $$;

create function tell_of_disabled_project() returns trigger language plpgsql as $$
begin
  perform pg_notify('lettermill_withdrawn', new.id::text);
  return null;
end $$;

-- For each row: the conditions are judged without a call, and repeated words of one transaction are told once.
create trigger contacts_tell_of_leaving after update on contacts
  for each row when (old.subscribed and not new.subscribed) execute function tell_of_withdrawn_email();
create trigger contacts_tell_of_deletion after delete on contacts
  for each row execute function tell_of_withdrawn_email();
create trigger suppressions_tell after insert or update on suppressions
  for each row execute function tell_of_withdrawn_email();
create trigger campaigns_tell_of_pause after update on campaigns
  for each row when ((old.paused_at is null and new.paused_at is not null)
    or (old.status <> 'CANCELLED' and new.status = 'CANCELLED'))
  execute function tell_of_withdrawn_email();
create trigger project_health_tells after insert or update on project_health
  for each row when (new.state = 'PAUSED') execute function tell_of_withdrawn_email();
create trigger projects_tell_of_disabling after update on projects
  for each row when (old.disabled_at is null and new.disabled_at is not null)
  execute function tell_of_disabled_project();
