-- The answers to the WEBHOOK steps of an execution, the newest last, for the Liquid of its later steps. Null if there are none.
alter table workflow_executions add column answers jsonb;
