-- Every time a pixel was loaded or a link followed, as it came, with what we made of it. The address of the reader is
-- kept as a keyed hash only: enough to tell that two hits came from one place, and not where that is. Verdicts carry the
-- version of the rules that gave them, so that history can be judged again by better ones.
create table email_hits (
  project_id uuid not null,
  email_id uuid not null,
  id uuid not null,
  kind text not null,
  -- Number of the link in the content; null for the pixel.
  link smallint,
  is_head boolean not null,
  is_prefetch boolean not null,
  user_agent text not null,
  address_hash bytea not null,
  verdict text not null,
  reasons text[] not null,
  verdict_version smallint not null,
  created_at timestamptz not null,
  primary key (project_id, email_id, id),
  constraint email_hits_kind check ((kind = 'open' and link is null) or (kind = 'click' and link is not null)),
  constraint email_hits_verdict check (verdict in ('human', 'machine', 'unknown'))
) partition by range (email_id);

-- What has to be judged again, once the rules change. All rows of today's rules stand behind it, and are never read.
create index email_hits_by_version on email_hits (verdict_version, project_id, email_id);

-- What has happened to a mail at least once, so that it is told and counted once however often it happens. The key
-- decides among hits that come at the same moment. `link` is that of a click, or -1 for the mail as a whole; `verdict`
-- may be 'any'.
create table email_firsts (
  project_id uuid not null,
  email_id uuid not null,
  kind text collate "C" not null,
  link smallint not null,
  verdict text collate "C" not null,
  created_at timestamptz not null,
  primary key (project_id, email_id, kind, link, verdict)
) partition by range (email_id);
