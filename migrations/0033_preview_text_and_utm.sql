-- The line that inboxes show after the subject, as its author wrote it. The prepared HTML has it as well.
alter table template_versions add column preview_text text;
alter table campaigns add column preview_text text;

-- What is added to the links of a campaign: {"source": …, "medium": …, "campaign": …}, each optional.
alter table campaigns add column utm jsonb;
