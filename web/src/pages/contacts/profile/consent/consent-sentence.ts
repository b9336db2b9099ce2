import type { ConsentChange, Contact } from '../../../../api/audience/contacts.ts'
import type { Topic } from '../../../../api/audience/topics.ts'
import { formatDate } from '../../../../format/time.tsx'
import { membershipOf } from '../topic-membership.ts'
import { consentTexts as texts } from './consent.texts.ts'

type Facts = {
  contact: Pick<Contact, 'subscriptionState' | 'subscribed' | 'topics' | 'pausedUntil'>
  topics: readonly Pick<Topic, 'key' | 'name' | 'optIn'>[]
  /** The last change of the subscription, if it is known. */
  since: string | undefined
  now: Date
}

/** When the present state of the subscription began; undefined if the changes, newest first, do not tell. */
export const sinceOf = (
  { subscriptionState }: Pick<Contact, 'subscriptionState'>,
  changes: readonly Pick<ConsentChange, 'what' | 'after' | 'at'>[],
): string | undefined => {
  const last = changes.find(({ what }) => what === 'subscription' || what === 'confirmation')
  return last?.after === subscriptionState ? last.at : undefined
}

/** Why we may write to a contact, or not, in one sentence. */
export function consentSentence({ contact, topics, since, now }: Facts): string {
  const reason = texts.reasons[contact.subscriptionState](since === undefined ? undefined : formatDate(since))
  if (!contact.subscribed) return `${reason}.`
  const names = topics.filter((topic) => membershipOf(topic, contact).isIn).map(({ name }) => name)
  const inTopics = names.length > 0 ? texts.topics(names) : texts.noTopics
  const { pausedUntil } = contact
  const isPaused = pausedUntil !== null && new Date(pausedUntil) > now
  return `${reason}${topics.length === 0 ? '' : inTopics}${isPaused ? texts.paused(formatDate(pausedUntil)) : ''}.`
}
