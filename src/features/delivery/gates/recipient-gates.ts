// The gates that suppress an email: whether this contact may get it at all. Delivery, the simulator of workflows and
// GET /explain ask them here; recipient-gates.queries.ts has them as SQL, for statements that decide about many contacts, and
// a property test compares both. Pure.
import type { SubscriptionState } from '../../filters/language/subscription-states.values.ts'
import type { OptIn } from '../../topics/topics.schema.ts'

/** Whether the recipient is in the topic of an email. Null for email without a topic, and for transactional email. */
export type TopicState = 'in' | 'not_in_topic' | 'topic_deleted' | null

export type RecipientFacts = {
  isMarketing: boolean
  /** The reason of the suppression that is in force. */
  suppressedFor: string | null
  subscription: SubscriptionState
  /** Whether the contact asked for no marketing email for a while, which is not over. */
  isPaused: boolean
  topicState: TopicState
  /** Whether the contact is in the control group, and the email is one that the group does not get. Asked once, on acceptance. */
  isControlled?: boolean
}

export type StopGate = 'suppression' | 'subscription' | 'pause' | 'topic' | 'control_group'
export type Stop = { gate: StopGate; reason: string }

type Gate = {
  name: StopGate
  /** Transactional email passes it. */
  isForMarketing: boolean
  /** Null if it lets the email pass. */
  reasonOf: (facts: RecipientFacts) => string | null
}

/** In the order in which they are asked: the first one that stops an email gives the reason. */
const GATES: readonly Gate[] = [
  { name: 'suppression', isForMarketing: false, reasonOf: ({ suppressedFor }) => suppressedFor },
  {
    name: 'subscription',
    isForMarketing: true,
    reasonOf: ({ subscription }) => STOPPED_STATES[subscription],
  },
  { name: 'pause', isForMarketing: true, reasonOf: ({ isPaused }) => (isPaused ? 'paused' : null) },
  {
    name: 'topic',
    isForMarketing: true,
    reasonOf: ({ topicState }) => (topicState === 'in' ? null : topicState),
  },
  {
    name: 'control_group',
    isForMarketing: true,
    reasonOf: ({ isControlled }) => (isControlled ? 'control_group' : null),
  },
]

const STOPPED_STATES: Record<SubscriptionState, string | null> = {
  SUBSCRIBED: null,
  LEFT: 'unsubscribed',
  PENDING: 'not_subscribed',
  NEVER_ASKED: 'not_subscribed',
}

/** Every gate that stops the email. */
export const stopsOf = (facts: RecipientFacts): Stop[] =>
  GATES.flatMap(({ name, isForMarketing, reasonOf }) => {
    const reason = facts.isMarketing || !isForMarketing ? reasonOf(facts) : null
    return reason === null ? [] : [{ gate: name, reason }]
  })

/** The gate that stops the email first; undefined if it may be sent. */
export const firstStop = (facts: RecipientFacts): Stop | undefined => stopsOf(facts)[0]

type KnownTopic = { key: string; optIn: OptIn }
type Choices = Readonly<Record<string, boolean>>

/** The state of an email with this topic for a contact who is subscribed. */
export function topicStateOf(
  topic: string | null,
  { choices, topics }: { choices: Choices; topics: readonly KnownTopic[] },
): TopicState {
  if (topic === null) return null
  const known = topics.find(({ key }) => key === topic)
  if (!known) return 'topic_deleted'
  return isInTopic({ choices, topic: known }) ? 'in' : 'not_in_topic'
}

type TopicQuestion = { choices: Choices; topic: KnownTopic }

/** Whether a contact with these choices, who is subscribed, is in the topic. */
export const isInTopic = ({ choices, topic }: TopicQuestion): boolean =>
  choiceOf(choices, topic.key) ?? topic.optIn === 'implied'

/** A topic may be called `constructor`. */
export const choiceOf = (choices: Choices, key: string): boolean | undefined =>
  Object.hasOwn(choices, key) ? choices[key] : undefined
