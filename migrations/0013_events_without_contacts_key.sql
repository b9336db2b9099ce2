-- Events no longer refer to contacts by a foreign key. With it, an event about a contact that had just been deleted was
-- refused, and whoever had to record it (the result of an email, a bounce) could not go on; and attaching the partition
-- of a month locked `contacts` against all writes. Who deletes a contact deletes its events by events_by_contact; who
-- records an event without holding the contact looks whether it is still there (src/features/events/events.queries.ts).
alter table events drop constraint events_project_id_contact_id_fkey;

-- Emails that workers leave alone because not even the shortest statement could be written to their row: their result
-- cannot be recorded, so claiming them again would send them again. A table of its own, because the row itself takes no
-- note. Empty on a healthy installation; docs/runbooks says what to do with what is in it.
create table parked_emails (
  project_id uuid not null,
  email_id uuid not null,
  reason text not null,
  created_at timestamptz not null,
  primary key (project_id, email_id)
);
