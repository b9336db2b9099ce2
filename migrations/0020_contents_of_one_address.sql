-- A content that has only ever gone to one address belongs to that recipient: a password-reset code, an invoice. When the
-- contact is deleted it is erased with the contact's email. What several people got, and what comes from a template, stays.
alter table contents
  -- The address in `to` of every email that was accepted with this content; null where there are several.
  add column sole_address text,
  -- How many emails there are with it, counted while sole_address is set. At zero the content can go.
  add column uses integer not null default 0;
