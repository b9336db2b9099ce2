-- Where an execution stands among the events of its contact: which of them it was started by, after which it came to its
-- current step, and which of those that are not stored it has gone on by. Null for those that were begun before.
alter table workflow_executions add column position jsonb;
