-- GET /inbox/wait reads the emails of a project that have arrived since a time, several times per second. The primary key
-- follows the ids, which say when an email was accepted, and one that was scheduled arrives much later.
create index inbox_messages_arrival on inbox_messages (project_id, created_at, email_id);
