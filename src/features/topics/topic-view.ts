import type { z } from 'zod'
import { capWarnings } from '../../platform/schemas/frequency-cap.schema.ts'
import type { FrequencyCapSetting } from '../../platform/schemas/frequency-cap.schema.ts'
import type { TopicRow } from './topics.queries.ts'
import type { TopicWithUsesRow } from './topic-uses.service.ts'
import type { OptIn, Topic, TopicWithUses } from './topics.schema.ts'

export function toTopic(row: TopicRow): z.input<typeof Topic> {
  const frequencyCap = row.frequency_cap as FrequencyCapSetting | null
  return {
    id: row.id,
    key: row.key,
    name: row.name,
    description: row.description,
    isPublic: row.is_public,
    optIn: row.opt_in as OptIn,
    frequencyCap,
    warnings: capWarnings({ frequencyCap, holdAtMostHours: row.hold_at_most_hours }),
    contacts: { in: row.contacts_in, out: row.contacts_out },
    createdAt: row.created_at.toISOString(),
  }
}

export const toTopicWithUses = (row: TopicWithUsesRow): z.input<typeof TopicWithUses> => ({
  ...toTopic(row),
  usedBy: row.usedBy,
})
