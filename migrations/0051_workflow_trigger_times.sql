-- From when on an event starts the workflow: when it was enabled, or when this became its trigger. Events can be recorded
-- later than they happened (occurredAt), and what happened before starts nothing. Of workflows that are enabled already this
-- is not known; they were not before they were made. The default is for nodes that still run the version before.
alter table workflow_triggers add column since timestamptz not null default now();

update workflow_triggers as t set since = w.created_at
from workflows as w where w.project_id = t.project_id and w.id = t.workflow_id;
