-- The secret that signs the webhooks of a workflow is worked out from its id and this number, so rotating it stores no
-- secret. The one before it is good until then; null: it is not.
alter table workflows
  add column secret_number integer not null default 0,
  add column old_secret_until timestamptz;

-- A segment that starts an enabled workflow when contacts enter or leave has to record who does. 'membership' says that
-- somebody needs this, besides the segment.
alter table uses drop constraint uses_kind;
alter table uses add constraint uses_kind check (kind in ('segment', 'domain', 'template', 'membership'));

insert into uses (project_id, kind, used_id, user_kind, user_id)
select distinct project_id, 'membership', segment_id, 'workflow', workflow_id from workflow_triggers
where segment_id is not null;
