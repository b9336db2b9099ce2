-- What a public key may do to contacts that exist: anything (`full`), or only add what they do not have (`append`).
alter table projects
  add column public_tracking text not null default 'full',
  add constraint projects_public_tracking check (public_tracking in ('full', 'append'));
