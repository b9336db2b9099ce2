-- Since when the control group of a project is as large as it is: contacts that joined it then got marketing email before.
alter table projects add column control_since timestamptz;
