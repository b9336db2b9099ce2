-- A template is a name for a row of immutable versions: every save makes one, and mail that is queued keeps the version it
-- was queued with. Name and type are those of the current version, kept here too because lists search them.
create table templates (
  project_id uuid not null,
  id uuid not null,
  name text not null,
  -- A name for programs, which stays when the template is replaced by another.
  alias text,
  type text not null,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  constraint templates_alias unique (project_id, alias),
  constraint templates_type check (type in ('TRANSACTIONAL', 'MARKETING'))
);

create index templates_by_type on templates (project_id, type, id);

-- `body` is what the author wrote (HTML or MJML), `text_given` his text part, if he wrote one. `html` and `text_part` are
-- made from these when they are saved, so that nothing but filling in variables is left for the moment of sending.
-- `is_plain`: both and the subject hold outputs only, which can be filled without the template engine.
create table template_versions (
  project_id uuid not null,
  template_id uuid not null,
  version integer not null,
  name text not null,
  description text,
  type text not null,
  subject text not null,
  body text not null,
  text_given text,
  html text not null,
  text_part text not null,
  from_email text,
  from_name text,
  reply_to text,
  variables text[] not null,
  is_plain boolean not null,
  checks jsonb not null default '[]',
  created_at timestamptz not null,
  primary key (project_id, template_id, version),
  foreign key (project_id, template_id) references templates (project_id, id) on delete cascade,
  constraint template_versions_type check (type in ('TRANSACTIONAL', 'MARKETING'))
);
