import type { z } from 'zod'
import type { TopicRow } from './topics.queries.ts'
import type { OptIn, Topic } from './topics.schema.ts'

export function toTopic(row: TopicRow): z.input<typeof Topic> {
  return {
    id: row.id,
    key: row.key,
    name: row.name,
    description: row.description,
    isPublic: row.is_public,
    optIn: row.opt_in as OptIn,
    contacts: { in: row.contacts_in, out: row.contacts_out },
    createdAt: row.created_at.toISOString(),
  }
}
