-- Requests in the last minute, shared by all nodes: what was granted in each quarter of a second, newest last. A bucket that
-- refills evenly let almost twice the limit pass within a minute: a full bucket, and what came back meanwhile. Unlogged: after a
-- crash of the database everybody begins anew, which is the right way to be wrong.
create unlogged table rate_windows (
  key text collate "C" primary key,
  -- The number of the newest slot, in slots since 1970.
  newest bigint not null,
  used integer[] not null
);

-- Forgets what is older than the slots of the window, puts back what was not used of an earlier grant, and grants a part of what
-- is left: at most a twentieth, so that no node holds back much, and no more than one request of the reserve. `ahead` is how many
-- slots a grant may be used for, and counts in the last of them. The clock is read once the row is locked: the time at which the
-- statement began could lie before the newest slot. As one statement of plain SQL the same took five times as long.
create function take_requests(
  of_key text, per_minute integer, reserve integer, unused integer, unused_slot bigint,
  slot_ms integer, ahead integer, largest integer,
  out granted integer, out free integer, out slot bigint, out wait_slots integer
) language plpgsql as $$
declare
  -- Those of a minute, the one that is half over at its end, and those ahead.
  slots constant integer := 60000 / slot_ms + 1 + ahead;
  found_newest bigint;
  counts integer[];
  passed integer;
  freed integer := 0;
begin
  select newest, used into found_newest, counts from rate_windows where key = of_key for update;
  if not found then
    insert into rate_windows values (of_key, 0, array_fill(0, array[slots])) on conflict do nothing;
    select newest, used into found_newest, counts from rate_windows where key = of_key for update;
  end if;
  slot := greatest(found_newest, floor(extract(epoch from clock_timestamp()) * 1000 / slot_ms)::bigint + ahead);
  passed := least(slot - found_newest, slots);
  if passed > 0 then
    counts := counts[passed + 1:slots] || array_fill(0, array[passed]);
  end if;
  if unused > 0 and unused_slot > slot - slots then
    counts[unused_slot - slot + slots] := greatest(0, counts[unused_slot - slot + slots] - unused);
  end if;
  free := per_minute - (select sum(count) from unnest(counts) as count);
  granted := case
    when free < 1 or free < reserve then 0
    else least(free, free - reserve + 1, greatest(1, least(largest, (free - reserve) / 20)))
  end;
  wait_slots := 0;
  while granted = 0 and free + freed < greatest(1, reserve) and wait_slots < slots loop
    wait_slots := wait_slots + 1;
    freed := freed + counts[wait_slots];
  end loop;
  counts[slots] := counts[slots] + granted;
  free := free - granted;
  update rate_windows set newest = slot, used = counts where key = of_key;
end
$$;

drop table rate_buckets;
