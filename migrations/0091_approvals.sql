-- Calls of agents that send more email than the project lets them send alone: they wait here until a person decides.
-- 0: every email of an agent waits.
alter table projects add column mcp_approval_above integer not null default 100;

create table approvals (
  project_id uuid not null,
  id uuid not null,
  -- The tool that is carried out when it is approved, such as send_campaign.
  tool text not null,
  -- The subject of the email, or the name of the campaign.
  title text not null,
  -- Checked before the row was written, and again when it is carried out.
  arguments jsonb not null,
  -- Identifies the call, so that a repetition does not wait a second time.
  digest bytea not null,
  -- Counted when it was asked for; null if it could not be counted.
  recipients integer,
  -- The key that asked. It may have been revoked since.
  key_id uuid not null,
  key_name text not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  -- The person who decided, who may have left since.
  decided_by uuid,
  decided_by_name text,
  -- APPROVED, REJECTED, or FAILED: approved, but it could not be carried out any more.
  decision text,
  -- The answer of what was carried out, or the error.
  result jsonb,
  primary key (project_id, id)
);

-- The job that deletes old ones.
create index approvals_requested on approvals (requested_at);
