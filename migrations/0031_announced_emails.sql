-- email.queued, email.sent and email.delivered are announced to listeners that ask for them, and not stored as events. They
-- come in batches, as emails are accepted and recorded: an announcement tells of up to a hundred emails at once. Its ids of
-- events follow from those of the emails, so none is stored.
alter table announcements alter column event_id drop not null;
alter table announcements add column email_ids uuid[];
-- Beside email_ids: null for an email without a contact.
alter table announcements add column contact_ids uuid[];
alter table announcements add constraint announcements_of_event_or_emails
  check ((event_id is null) = (email_ids is not null) and (email_ids is null) = (contact_ids is null));

-- By trigger, so that no way of accepting or ending an email can forget it. Where nobody listens, a statement pays one
-- look-up in event_listeners.
create function announce_queued_emails() returns trigger language plpgsql as $$
begin
  if exists (select from event_listeners
    where name in ('email.queued', '*') and project_id in (select project_id from inserted)) then
    insert into announcements (project_id, listener, name, data, throttled, created_at, email_ids, contact_ids)
    select g.project_id, l.listener, 'email.queued', '{}', false, statement_timestamp(), g.email_ids, g.contact_ids
    from (
      select project_id, array_agg(email_id order by email_id) as email_ids,
        array_agg(contact_id order by email_id) as contact_ids
      from (
        select project_id, email_id, contact_id,
          (row_number() over (partition by project_id order by email_id) - 1) / 100 as part
        from inserted
      ) as numbered group by project_id, part
    ) as g cross join lateral listeners_of(g.project_id, 'email.queued') as l (listener);
  end if;
  return null;
end
$$;

create function announce_sent_emails() returns trigger language plpgsql as $$
begin
  if exists (select from event_listeners
    where name in ('email.sent', 'email.delivered', '*') and project_id in (select project_id from inserted)) then
    insert into announcements (project_id, listener, name, data, throttled, created_at, email_ids, contact_ids)
    select g.project_id, l.listener, g.name, '{}', false, g.at, g.email_ids, g.contact_ids
    from (
      select project_id, name, max(sent_at) as at, array_agg(id order by id) as email_ids,
        array_agg(contact_id order by id) as contact_ids
      from (
        select i.project_id, i.id, i.contact_id, i.sent_at, told.name,
          (row_number() over (partition by i.project_id, told.name order by i.id) - 1) / 100 as part
        from inserted as i
        cross join lateral (
          select 'email.sent' union all select 'email.delivered' where i.status = 'DELIVERED'
        ) as told (name)
        where i.sent_at is not null
      ) as numbered group by project_id, name, part
    ) as g cross join lateral listeners_of(g.project_id, g.name) as l (listener);
  end if;
  return null;
end
$$;

create trigger emails_announced_when_queued after insert on email_queue
  referencing new table as inserted for each statement execute function announce_queued_emails();
create trigger emails_announced_when_sent after insert on emails
  referencing new table as inserted for each statement execute function announce_sent_emails();
