-- The certificate that an installation makes for its SMTP servers when it is given none, so that all nodes show the same
-- one, and the same after a restart. The private key is encrypted with ENCRYPTION_KEY.
alter table installation
  add column smtp_certificate text,
  add column smtp_key bytea,
  add constraint installation_certificate_has_key check ((smtp_certificate is null) = (smtp_key is null));
