-- GET /emails?search= finds emails by the addresses of their contacts and by their subjects as authors wrote them. Neither is
-- looked for in the emails themselves, of which there are millions: addresses are found in contacts, subjects in contents,
-- and from there the way back to the emails is an index.
create index contents_subject_search on contents using gin (project_id, subject gin_trgm_ops);
create index emails_by_content on emails (project_id, content_id, id);

-- Copies (cc, bcc) have no contact. Their addresses stand in the index, so that a search reads no rows of the table.
create index emails_without_contact on emails (project_id, id) include (address) where contact_id is null;

-- GET /emails?templateId=, newest first.
create index emails_by_template on emails (project_id, template_id, id) where template_id is not null;
