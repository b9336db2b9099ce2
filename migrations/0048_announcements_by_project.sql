-- Announcements are taken project by project, so that what one of them has waiting does not hold up the others. Before, they
-- were taken in the order of their arrival.
create index announcements_by_project on announcements (listener, project_id, run_at, id);
drop index announcements_due;
