-- The email that took a code first, and where it came from. Not foreign keys: the report outlives the email.
alter table coupon_codes
  add column email_id uuid,
  add column campaign_id uuid,
  add column workflow_id uuid,
  add column template_id uuid;
