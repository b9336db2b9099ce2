-- Content protects the coupon lists that it names, as it does with partials.
alter table uses drop constraint uses_kind;
alter table uses add constraint uses_kind
  check (kind in ('segment', 'domain', 'template', 'membership', 'topic', 'partial', 'coupon_list'));

-- Whether Liquid, or JSON with Liquid, names the list with this key: {{ coupons.key }}, {{ coupons["key"] }}. Finds more than
-- the language does, such as names inside of comments. A key has no character with a meaning of its own.
create function names_coupon_list(content text, key text) returns boolean language sql immutable parallel safe as $$
  select content ~ ('(^|[^[:alnum:]_.]|\\[nrt])coupons(\.' || key || '(?![a-z0-9_-])|\[\\?["'']' || key || '\\?["''])')
$$;

-- The records that prevent the deletion of a list with this key.
create function coupon_list_users(owner uuid, list_key text) returns table (kind text, id uuid) language sql stable as $$
  select 'template', t.id from templates as t
  join template_versions as v on v.project_id = t.project_id and v.template_id = t.id and v.version = t.version
  where t.project_id = owner and names_coupon_list(array_to_string(v.variables, ' '), list_key)
  union all
  select 'partial', p.id from partials as p
  join partial_versions as v on v.project_id = p.project_id and v.partial_id = p.id and v.version = p.version
  where p.project_id = owner and names_coupon_list(v.body, list_key)
  union all
  select 'campaign', c.id from campaigns as c
  where c.project_id = owner and c.status in ('DRAFT', 'SCHEDULED', 'SENDING')
    and (names_coupon_list(array_to_string(c.variables, ' '), list_key) or names_coupon_list(c.variants::text, list_key))
  union all
  select 'recurring_campaign', r.id from recurring_campaigns as r
  where r.project_id = owner and r.enabled and names_coupon_list(r.fields::text, list_key)
  union all
  select 'workflow', w.id from workflows as w
  join workflow_versions as v on v.project_id = w.project_id and v.workflow_id = w.id and v.version = w.version
  where w.project_id = owner and w.enabled and names_coupon_list(v.steps::text, list_key)
$$;

insert into uses (project_id, kind, used_id, user_kind, user_id)
select l.project_id, 'coupon_list', l.id, u.kind, u.id
from coupon_lists as l cross join lateral coupon_list_users(l.project_id, l.key) as u (kind, id);
