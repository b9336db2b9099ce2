-- What all nodes of an installation have to agree on: one row, written by the first start.
create table installation (
  is_only boolean primary key default true,
  -- Made from ENCRYPTION_KEY, and of no use to find it out. A node with another key does not start: it could read no
  -- stored secret, and the links that it signs would be refused by the others.
  key_fingerprint text not null,
  -- Where the nodes that answer HTTP are reached, as they said when they started: for nodes that only send email.
  public_url text,
  -- By PUBLIC_URL, which wins over the address that a node without it takes for its own.
  is_public_url_set boolean not null default false,
  constraint installation_is_one check (is_only)
);
