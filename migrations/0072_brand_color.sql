-- The colour of the project on the pages for recipients, such as #1d4ed8; null: that of the product.
alter table projects add column brand_color text constraint projects_brand_color check (brand_color ~ '^#[0-9a-f]{6}$');
