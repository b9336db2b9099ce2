-- Rows that sleep although something waits for them (src/platform/work/work-audit.ts). There should be none, so these indexes
-- are empty, and asking for such rows every minute costs one look-up however many executions wait for good reason.
create index workflow_executions_forgotten on workflow_executions (project_id, id)
  where due_at is null and completed_at is null and (pending > 0 or wake_at is not null);
create index workflow_calls_forgotten on workflow_calls (project_id, id) where due_at is null;
