// Pieces of SQL that write the choices of contacts for topics, and their events. As with subscription_event_id, a statement
// offers an id for the event of each choice, and the row has it afterwards exactly if this statement changed the choice.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { newId } from '../../../platform/ids.ts'
import type { EventId } from '../../../platform/ids.ts'
import type { TopicChoices } from '../contacts.schema.ts'

/** Null for both: nothing changes. */
export type TopicInput = {
  topic_choices: TopicChoices | null
  topic_event_ids: Record<string, EventId> | null
}

const NO_CHOICES: TopicInput = { topic_choices: null, topic_event_ids: null }

/** Choices as a statement reads them, with the ids of their events. Forgetting a choice records no event. */
export function toTopicInput(choices: TopicChoices | undefined, now: Date): TopicInput {
  if (choices === undefined) return NO_CHOICES
  const entries = Object.entries(choices)
  if (entries.length === 0) return NO_CHOICES
  const chosen = entries.filter(([, choice]) => choice !== null)
  const eventIds = Object.fromEntries(chosen.map(([key]) => [key, newId<EventId>(now)]))
  return { topic_choices: choices, topic_event_ids: eventIds }
}

/** The choices of the contact `c` after a write; `given` may be null. */
export const mergedChoices = (given: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${given} is null then c.topic_choices else jsonb_strip_nulls(c.topic_choices || ${given}) end`

/** The event ids of the contact `c` after a write by the input `g`. */
export const mergedEventIds = (given: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  case when ${given} is null then c.topic_event_ids
    else c.topic_event_ids || taken_topic_events(c.topic_choices, ${given}, g.topic_event_ids) end`

type WrittenContacts = {
  /** The written contacts `c`, each with its input `g`. */
  from: RawBuilder<unknown>
  at: RawBuilder<unknown>
  /** The email that caused the change. */
  emailId?: RawBuilder<unknown>
}

/** Selects the events of changed choices, for insertEvents. */
export const topicEvents = ({ from, at, emailId = sql`null` }: WrittenContacts): RawBuilder<unknown> => sql`
  select c.project_id, offered.id::uuid,
    case when c.topic_choices -> offered.key = 'true' then 'contact.topic_joined' else 'contact.topic_left' end,
    c.id, ${emailId}::uuid, jsonb_build_object('topic', offered.key), ${at}
  from ${from} cross join lateral jsonb_each_text(g.topic_event_ids) as offered (key, id)
  where c.topic_event_ids ->> offered.key = offered.id`
