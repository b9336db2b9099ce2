// The gates of recipient-gates.ts in SQL, for statements that decide about many contacts at once.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** The name of a row of contacts in a statement. */
type ContactAlias = 'k' | 'contacts'

/** The state of the contact; LEFT without one. */
export const subscriptionOf = (contact: ContactAlias): RawBuilder<unknown> =>
  sql.raw(
    `case when ${contact}.subscribed then 'SUBSCRIBED' else coalesce(${contact}.before_subscribing, 'LEFT') end`,
  )

export const isContactPaused = (contact: ContactAlias): RawBuilder<unknown> =>
  sql.raw(`coalesce(${contact}.paused_until > statement_timestamp(), false)`)

/** Whether the contact `k`, which is subscribed, is in the topic `t`. */
export const isInTopic = sql.raw(`coalesce((k.topic_choices ->> t.key)::boolean, t.opt_in = 'implied')`)

type EmailToRecipient = {
  contact: ContactAlias
  /** Whether the email is marketing email. */
  isMarketing: RawBuilder<unknown>
  /** The reason of the suppression of its address; null without one. */
  suppressedFor: RawBuilder<unknown>
  /** Whether it has a topic that the contact is not in. */
  isOutsideTopic: RawBuilder<unknown>
  /** Whether the contact is in the control group, and the email is one that the group does not get. Default: no. */
  isControlled?: RawBuilder<unknown>
}

/** `firstStop`: the reason why the contact does not get the email; null if it does. */
export const stopReason = (email: EmailToRecipient): RawBuilder<unknown> => {
  const { contact, isMarketing, suppressedFor, isOutsideTopic, isControlled = sql`false` } = email
  const column = (name: string) => sql.ref(`${contact}.${name}`)
  return sql`coalesce(${suppressedFor}, case when not ${isMarketing} then null
    when not ${column('subscribed')} then
      case when ${column('before_subscribing')} is null then 'unsubscribed' else 'not_subscribed' end
    when ${isContactPaused(contact)} then 'paused'
    when ${isOutsideTopic} then 'not_in_topic'
    when ${isControlled} then 'control_group' end)`
}

/** Whether a contact may get marketing email about anything, apart from suppressions. */
export const mayGetMarketing = (contact: ContactAlias): RawBuilder<unknown> =>
  sql`${sql.ref(`${contact}.subscribed`)} and not ${isContactPaused(contact)}`

/** Whether `firstStop` finds a gate, for a row with the columns of RecipientFacts. */
export const isStopped = sql.raw(`("suppressedFor" is not null or ("isMarketing" and
  ("subscription" <> 'SUBSCRIBED' or "isPaused" or coalesce("topicState" <> 'in', false))))`)
