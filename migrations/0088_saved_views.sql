-- Searches, filters and orders of lists that a team has saved under a name. Everybody in the project sees them.
create table saved_views (
  project_id uuid not null,
  id uuid not null,
  -- The list of the dashboard that it belongs to, such as contacts.
  list text not null,
  name text not null,
  -- The parameters of the list, as the dashboard has them in its address.
  params jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id),
  constraint saved_views_name unique (project_id, list, name)
);
