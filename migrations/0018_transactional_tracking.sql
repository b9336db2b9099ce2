-- Whether transactional email is tracked, apart from marketing email (track_opens, track_clicks). Off: the links of a
-- receipt or a password reset lead where their author wrote, unless the project or the call asks for tracking.
alter table projects
  add column transactional_track_opens boolean not null default false,
  add column transactional_track_clicks boolean not null default false;
