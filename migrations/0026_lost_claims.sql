-- How often in a row a worker had the email and ended, or lost it, before it said what became of it. Most such emails
-- were only there when it happened; one that is the cause has to be found and given up, or it would end every worker.
-- From two on an email is claimed apart from the others (delivery/queue/suspects.ts).
alter table email_queue add column lost_claims smallint not null default 0;

-- Nearly always empty. An ordinary claim does not change lost_claims, so it still writes no index.
create index email_queue_suspects on email_queue (project_id, lane, run_at) where lost_claims >= 2;
