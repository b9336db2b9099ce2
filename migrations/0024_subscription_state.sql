-- Where a contact stands that has not subscribed yet: NEVER_ASKED (a send or an import made it) or PENDING (asked, and not
-- confirmed). Null once it has subscribed or left. A column of its own beside `subscribed`, which indexes, counters and
-- every check before sending go by, so that none of these changes. Nobody can tell of the contacts that are there which
-- of them were never asked: they count as having left, and are not subscribed by accident.
alter table contacts
  add column before_subscribing text,
  add constraint contacts_before_subscribing check (
    before_subscribing is null or (before_subscribing in ('NEVER_ASKED', 'PENDING') and not subscribed));
