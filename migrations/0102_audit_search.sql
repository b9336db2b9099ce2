-- The search of GET /audit by a part of who acted, the action, its object or the IP address: one text per entry, a line each.
-- project_id stands inside the index (btree_gin), so that a word that is common in other projects costs nothing.
create index audit_log_search on audit_log using gin (
  project_id,
  (actor_name || chr(10) || action || chr(10) || coalesce(target, '') || chr(10) || coalesce(ip_address, '')) gin_trgm_ops
);
