-- The document of the block editor that the body was generated from; null: the body was written as code. As json, which
-- keeps the order of keys, so that an editor sees its own document again.
alter table template_versions add column blocks json;
