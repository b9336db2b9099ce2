-- The template whose content was copied into the campaign. It may have been changed or deleted since.
alter table campaigns add column template_id uuid;
