-- How long a key was made to live, in milliseconds; null: it never expires. Rotating a key overwrites its expires_at with
-- the end of the grace period, and the key that replaces it lives as long as the old one was made to.
alter table api_keys add column lifetime_ms bigint;

update api_keys set lifetime_ms = extract(epoch from expires_at - created_at) * 1000 where expires_at is not null;
