-- Answers of receivers to emails that they put off or refused. Results append here, in the statement that records them; a job
-- folds the rows into reputation_replies every minute, so no result waits for a row that another one changes.
create table reply_notes (
  id bigint generated always as identity primary key,
  project_id uuid not null,
  -- The day is that of the project's time zone, which the job knows.
  at timestamptz not null,
  -- '<provider> <sender> <what>', as in the labels of the counter `reputation`.
  standing text not null,
  -- Without numbers, ids and addresses, so that equal answers are equal.
  reply text not null
);

-- The answers of a day: at most some 20 per provider, and the sum of all others with an empty text. Kept for 13 months.
create table reputation_replies (
  project_id uuid not null references projects (id) on delete cascade,
  day date not null,
  provider text not null,
  sender text not null,
  what text not null,
  reply text not null,
  emails bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (project_id, day, provider, sender, what, reply),
  constraint reputation_replies_what check (what in ('deferred', 'refused', 'reported', 'complained')),
  constraint reputation_replies_emails check (emails > 0)
);

create index reputation_replies_by_day on reputation_replies (day);
