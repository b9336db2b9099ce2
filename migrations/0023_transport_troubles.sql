-- What keeps workers from sending: the relay is away, refuses them, or takes no more for now. One row per worker, written
-- when it begins and at each try, deleted when it is over: so that the nodes that answer requests can say why an email
-- waits. A worker that dies leaves its row behind, which counts for nothing soon after `next_try_at`.
create table transport_troubles (
  owner text primary key,
  transport text not null,
  reason text not null,
  since timestamptz not null,
  next_try_at timestamptz not null
);
