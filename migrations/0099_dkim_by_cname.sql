-- DKIM keys in a zone of the operator (DKIM_ZONE), to which the selectors of a domain point by CNAME; docs/domains.md. The label
-- and the zone of a domain stay as they are once they are chosen, because its owner has published aliases to them. A label is
-- random, and goes with its domain: nobody gets the name that an alias of somebody else still points to.
alter table domains
  add column dkim_label text collate "C",
  add column dkim_zone text collate "C",
  add constraint domains_dkim_zone check ((dkim_label is null) = (dkim_zone is null));

-- In this order the operator reads all records of the zone.
create unique index domains_by_dkim_zone on domains (dkim_zone, dkim_label) where dkim_zone is not null;

-- Which of the two aliases of the domain leads to the key; null: its TXT record is at the selector itself.
alter table domain_keys
  add column zone_slot smallint,
  add constraint domain_keys_zone_slot check (zone_slot in (1, 2));

create unique index domain_keys_once_a_slot on domain_keys (project_id, domain_id, zone_slot) where zone_slot is not null;
