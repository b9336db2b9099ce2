-- An email that leaves behind another one, such as the second of two that a workflow sends in a row: no worker claims it
-- while the other one is QUEUED or SENDING (claim.queries.ts). Null for nearly all, which costs a bit of the row.
alter table email_queue add column after_email_id uuid;
