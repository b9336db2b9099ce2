-- The last results of the checks of this installation, and the time of the next run. `asked_at`: when the operator last
-- asked for one. A run claims the row by moving due_at to the end of its lease, so that one node asks.
create table machine_checks (
  is_only boolean primary key default true check (is_only),
  results jsonb not null default '[]',
  checked_at timestamptz,
  asked_at timestamptz,
  due_at timestamptz not null default now()
);

insert into machine_checks default values;

create table machine_check_changes (
  changed_at timestamptz not null,
  kind text not null,
  subject text not null,
  state text not null,
  found text not null,
  primary key (changed_at, kind, subject),
  constraint machine_check_changes_state
    check (state in ('good', 'warning', 'failed', 'unknown', 'not-applicable'))
);
