-- Projects that move to another installation (docs/cells.md). Each move has a row on both sides, which outlives the rows of the
-- project: it says where requests belong, and its epoch which of two sides may be the home.
create table project_moves (
  project_id uuid not null,
  -- 1 for the first move of a project; each move, also one back, raises it. Both sides of a move have the same.
  epoch integer not null,
  -- 'leaving' copies while everything works, 'pausing' accepts no writes, 'left' has handed over; 'arriving' is copied to,
  -- 'arrived' has all rows and does nothing yet, 'home' is active.
  state text not null,
  -- While pausing: when the project works here again unless it has left by then.
  pause_ends_at timestamptz,
  -- Whether the project was disabled before it paused.
  disabled_at timestamptz,
  project_name text not null,
  -- The base URL of the other installation.
  other_url text,
  changed_at timestamptz not null default now(),
  primary key (project_id, epoch),
  constraint project_moves_state check (state in ('leaving', 'pausing', 'left', 'arriving', 'arrived', 'home')),
  constraint project_moves_pause check ((state = 'pausing') = (pause_ends_at is not null))
);
create index project_moves_pausing on project_moves (pause_ends_at) where state = 'pausing';

-- The keys of projects that have left, so that a request with one is told where the project is.
create table departed_keys (
  digest bytea primary key,
  project_id uuid not null
);
create index departed_keys_by_project on departed_keys (project_id);

-- Keys that other installations, where the project has lived, derive from their encryption keys for its links and secrets.
create table project_keys (
  project_id uuid not null,
  -- The fingerprint of the encryption key that they were derived from.
  fingerprint text not null,
  -- 0 is the installation that made the project.
  place integer not null,
  -- Encrypted with the key of this installation: a JSON object with a key per purpose.
  sealed bytea not null,
  primary key (project_id, fingerprint)
);

-- The fence of a moving project. Its triggers exist only during a move, on each table, for the rows of that one project
-- (src/platform/moves/fences.ts). A writer whose snapshot is older than the pause still sees 'leaving'. The SQLSTATE is that of
-- a lock that was not free: nothing was written, and a later try can succeed.
create function refuse_moving_project() returns trigger language plpgsql as $$
declare
  move record;
begin
  select state, changed_at into move from project_moves
  where project_id = tg_argv[0]::uuid order by epoch desc limit 1;
  if move.state in ('leaving', 'pausing', 'left') then
    -- Housekeeping over all projects leaves the rows alone, which are removed soon. No request is as old as that.
    if move.state = 'left' and tg_op = 'DELETE' and move.changed_at < now() - interval '2 minutes' then
      return null;
    end if;
    raise exception 'The project % is being moved to another installation.', tg_argv[0] using errcode = '55P03';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end
$$;
