-- The tags of the languages that a version of a template has translations in, such as {de,pt-BR}.
alter table template_versions add column languages text[] not null default '{}';

-- The texts of a version in another language, and what is prepared from them, as in template_versions. A table of their own,
-- because they are read only when a content is made from the template.
create table template_translations (
  project_id uuid not null,
  template_id uuid not null,
  version integer not null,
  language text collate "C" not null,
  subject text not null,
  preview_text text,
  body text not null,
  text_given text,
  html text not null,
  text_part text not null,
  variables text[] not null,
  is_plain boolean not null,
  checks jsonb not null default '[]',
  primary key (project_id, template_id, version, language),
  foreign key (project_id, template_id, version) references template_versions (project_id, template_id, version) on delete cascade
);

-- The translations that the campaign copied from its template. Null: none.
alter table campaigns add column translations jsonb;

-- Translations of the content. The recipient decides which one an email shows. Null: none.
alter table content_bodies add column translations jsonb;
