-- The brand kit of a project. Emails made of blocks take from it what they do not say themselves. No row: the defaults. As json,
-- like blocks.
create table brand_kits (
  project_id uuid primary key references projects (id) on delete cascade,
  kit json not null,
  version integer not null,
  updated_at timestamptz not null
);

-- Whether a change of the brand kit made this version; otherwise somebody saved it, or a partial made it.
alter table template_versions add column from_brand boolean not null default false;

-- The document of the block editor that the body was generated from, as in template_versions. The documents of variants are in
-- `variants`, which therefore keeps the order of keys too.
alter table campaigns add column blocks json;
alter table campaigns alter column variants type json using variants::json;
