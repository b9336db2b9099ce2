-- How many people were in each segment on each day, for the chart of its growth. A job writes the day that it runs in once an
-- hour, so the last number of a day stays. Only numbers that are known anyway: those of lists and tracked segments from their
-- counters, those of other filters if somebody has counted them that day.
create table segment_sizes (
  project_id uuid not null,
  segment_id uuid not null,
  day date not null,
  members bigint not null,
  primary key (project_id, segment_id, day),
  foreign key (project_id, segment_id) references segments (project_id, id) on delete cascade
);
