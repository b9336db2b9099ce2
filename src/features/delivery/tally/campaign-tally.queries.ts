// Counts opens, clicks and unsubscribes of a campaign; triggers count the states of its emails
// (migrations/0028_campaigns.sql). The counter `campaigns` has labels '<campaign> <what>', and '<campaign> v1 <what>'
// for the second variant of a test; `campaign_hours` has opens and clicks by the hour, '<campaign> <hour> <what>'.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { hourOf } from './tally.queries.ts'

/**
 * Part of a larger statement. `rows` selects project_id, campaign_id, cohort, at, what (such as 'opened') and a change
 * of the count; rows without a campaign and test recipients are not counted.
 */
export const insertCampaignTally = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into counter_deltas (project_id, counter, label, delta)
  select t.project_id, kind.counter, t.campaign_id || ' ' || kind.part || t.what, sum(t.change)
  from (${rows}) as t (project_id, campaign_id, cohort, at, what, change)
  cross join lateral (
    select 'campaigns' as counter, part from campaign_parts(t.cohort) as part where part = '' or t.what !~ 'link '
    union all select 'campaign_hours', ${hourOf(sql`t.at`)} || ' '
      where t.what in ('opened', 'clicked') and coalesce(t.cohort, 0) >= 0
  ) as kind
  where t.campaign_id is not null group by 1, 2, 3`
