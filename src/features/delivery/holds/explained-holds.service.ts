// How the frequency caps and the quiet hours would hold an email, decided as for a claimed one. Nothing is written.
import type { Db, Trx } from '../../../platform/db/client.ts'
import { newId } from '../../../platform/ids.ts'
import type { ContactId, EmailId, ProjectId } from '../../../platform/ids.ts'
import type { FrequencyCapSetting } from '../../../platform/schemas/frequency-cap.schema.ts'
import type { KnownTopic } from '../../topics/index.ts'
import type { EmailLimits, Hold } from '../queue/claim.queries.ts'
import type { Slot } from './cap-slots.ts'
import { findSlots, OF_PROJECT } from './cap-slots.queries.ts'
import { endOfQuiet, takeCapSlots } from './holds.ts'

type HoldQuestion = {
  projectId: ProjectId
  contact: { id: ContactId; data: Record<string, unknown> }
  limits: EmailLimits
  /** The topics of the emails; null for one without. */
  topics: readonly (KnownTopic | null)[]
  /** The email, if it waits already: it has its place among those that count. */
  waiting?: { id: EmailId; capHeldSince: Date | null } | undefined
  now: Date
}

export type ExplainedHolds = {
  /** When the quiet hours around now end; undefined outside of them. */
  quietUntil: Date | undefined
  /** Null without a cap. */
  cap: ExplainedCap | null
}

export type ExplainedCap = {
  setting: FrequencyCapSetting
  /** The key of the topic whose cap it is; null for that of the project. */
  topic: string | null
  /** The emails of its span that have left. */
  counted: number
  hold: Hold | undefined
}

export async function readHolds(db: Db | Trx, question: HoldQuestion): Promise<ExplainedHolds> {
  const { contact, limits, topics, now } = question
  const until = endOfQuiet(limits, { email: { contact }, at: now.getTime() })
  const caps: ExplainedCap[] = []
  for (const topic of topics) caps.push(...(await readCaps(db, question, topic)))
  return {
    quietUntil: until === undefined ? undefined : new Date(until),
    cap: caps.find(({ hold }) => hold) ?? caps[0] ?? null,
  }
}

/** The caps of the project and of the topic, with the hold at the one that holds the email. */
async function readCaps(
  db: Db | Trx,
  { projectId, contact, limits, waiting, now }: HoldQuestion,
  topic: KnownTopic | null,
): Promise<ExplainedCap[]> {
  const ref = { projectId, contactId: contact.id }
  const lists = {
    project: await findSlots(db, { ...ref, topicId: OF_PROJECT }),
    topic: topic?.frequencyCap ? await findSlots(db, { ...ref, topicId: topic.id }) : [],
  }
  const id = waiting?.id ?? newId<EmailId>(now)
  const topicCap = topic?.frequencyCap ?? null
  const email = { id, limits, contact, topic_cap: topicCap, cap_held_since: waiting?.capHeldSince ?? null }
  const at = now.getTime()
  const { hold } = takeCapSlots(lists, { email, now: at })
  const isTopicFull = takeCapSlots(lists, {
    email: { ...email, limits: { ...limits, frequencyCap: null } },
    now: at,
  }).hold
  const { frequencyCap: projectCap } = limits
  return [
    ...(projectCap
      ? [
          capOf(projectCap, {
            topic: null,
            slots: lists.project,
            email,
            at,
            hold: isTopicFull ? undefined : hold,
          }),
        ]
      : []),
    ...(topic && topicCap
      ? [capOf(topicCap, { topic: topic.key, slots: lists.topic, email, at, hold: isTopicFull })]
      : []),
  ]
}

type CapFacts = Pick<ExplainedCap, 'topic' | 'hold'> & {
  slots: readonly Slot[]
  email: { id: EmailId }
  at: number
}

function capOf(setting: FrequencyCapSetting, { topic, slots, email, at, hold }: CapFacts): ExplainedCap {
  const since = at - setting.days * DAY_MS
  const counted = slots.filter((slot) => slot.emailId !== email.id && slot.at > since && slot.at <= at)
  return { setting, topic, counted: counted.length, hold }
}

const DAY_MS = 86_400_000
