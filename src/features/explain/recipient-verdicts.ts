// The gates that suppress email, in words. The decisions are those of delivery. Pure.
import { timeOfId } from '../../platform/ids.ts'
import { choiceOf, stopsOf, suppressionOf, timeInWords, topicStateOf } from '../delivery/index.ts'
import type { EmailQuestion, GateVerdict, Recipient, RecipientFacts, StopGate } from '../delivery/index.ts'
import type { KnownTopic } from '../topics/index.ts'

type Context = {
  recipient: Recipient
  topics: readonly KnownTopic[]
  /** The share of the control group, and whether the contact is in it. */
  control: { percent: number; isMember: boolean }
}

/** One email, the facts that decide about it, and the gates that stop it. */
type JudgedEmail = { email: EmailQuestion; facts: RecipientFacts; stops: ReadonlySet<StopGate> }

function judge(email: EmailQuestion, { recipient, topics, control }: Context): JudgedEmail {
  const { isMarketing, topic } = email
  const facts: RecipientFacts = {
    isMarketing,
    suppressedFor: suppressionOf(recipient.email, recipient.suppressedFor),
    subscription: recipient.subscription,
    isPaused: recipient.isPaused,
    topicState: topicStateOf(topic, { choices: recipient.choices, topics }),
    isControlled: email.isControlled && control.isMember,
  }
  return { email, facts, stops: new Set(stopsOf(facts).map(({ gate }) => gate)) }
}

/** The answers of the five gates. If there are several emails, a gate that stops one of them does not let pass. */
export function recipientVerdicts(
  emails: readonly EmailQuestion[],
  context: Context,
): Record<StopGate, GateVerdict> {
  const judged = emails.map((email) => judge(email, context))
  const answer = (gate: StopGate): GateVerdict => {
    const stopped = judged.find(({ stops }) => stops.has(gate))
    // Marketing email tells more than transactional email, which passes most gates anyway.
    const shown = stopped ?? judged.find(({ email }) => email.isMarketing) ?? judged[0]
    if (!shown) return NO_EMAIL
    const verdict = TEXTS[gate](shown, context)
    const { step } = shown.email
    const prefix = stopped && step !== null && gate === 'topic' ? `Step ${step}: ` : ''
    return { ...verdict, passed: stopped === undefined, explanation: `${prefix}${verdict.explanation}` }
  }
  return {
    suppression: answer('suppression'),
    subscription: answer('subscription'),
    pause: answer('pause'),
    topic: answer('topic'),
    control_group: answer('control_group'),
  }
}

const NO_EMAIL: GateVerdict = {
  passed: true,
  value: null,
  since: null,
  explanation: 'The workflow sends no email to the contact.',
}

type Text = Omit<GateVerdict, 'passed'>
const TEXTS: Record<StopGate, (judged: JudgedEmail, context: Context) => Text> = {
  suppression: suppressionText,
  subscription: subscriptionText,
  pause: pauseText,
  topic: topicText,
  control_group: controlGroupText,
}

function suppressionText({ facts: { suppressedFor } }: JudgedEmail, { recipient }: Context): Text {
  if (suppressedFor === null) {
    return { value: null, since: null, explanation: 'The address is not suppressed.' }
  }
  const { suppressedSince: since, suppressedUntil: until } = recipient
  if (since === null) {
    return { value: suppressedFor, since, explanation: 'This test recipient always counts as suppressed.' }
  }
  const end = until === null ? '' : ` It ends at ${timeInWords(until)}.`
  const explanation = `The address is suppressed since ${timeInWords(since)} (${suppressedFor}), so no email is sent to it.${end} If it may get email again, remove it: DELETE /suppressions/{id}.`
  return { value: suppressedFor, since, explanation }
}

function subscriptionText({ email: { isMarketing } }: JudgedEmail, { recipient }: Context): Text {
  const { subscription: value, subscriptionEventId } = recipient
  // Becoming PENDING records no event, so the last one is about the state before.
  const isKnown = subscriptionEventId !== null && value !== 'PENDING'
  const since = isKnown ? timeOfId(subscriptionEventId) : null
  const at = since ? ` since ${timeInWords(since)}` : ''
  if (!isMarketing) {
    return { value, since, explanation: 'Transactional email needs no subscription.' }
  }
  const texts: Record<typeof value, string> = {
    SUBSCRIBED: `The contact is subscribed${at}.`,
    LEFT: `The contact has unsubscribed${since ? ` at ${timeInWords(since)}` : ''}. Only the person should undo that, by a form or a link in an earlier email.`,
    PENDING: `The contact was asked${at}, and has not confirmed yet. Wait for the confirmation.`,
    NEVER_ASKED: `The contact has never subscribed${at}. Ask for consent, then set subscribed.`,
  }
  return { value, since, explanation: texts[value] }
}

function pauseText({ email: { isMarketing } }: JudgedEmail, { recipient }: Context): Text {
  const { isPaused, pausedUntil } = recipient
  if (!isPaused || pausedUntil === null) {
    return { value: null, since: null, explanation: 'The contact has not paused.' }
  }
  const value = pausedUntil.toISOString()
  if (!isMarketing) return { value, since: null, explanation: 'A pause does not hold transactional email.' }
  const explanation = `The contact wants no marketing email until ${timeInWords(pausedUntil)}. The pause ends by itself.`
  return { value, since: null, explanation }
}

function topicText({ email, facts }: JudgedEmail, { recipient, topics }: Context): Text {
  const { topic: value, isMarketing } = email
  if (value === null) return { value, since: null, explanation: 'The email has no topic.' }
  if (!isMarketing) return { value, since: null, explanation: 'Transactional email ignores its topic.' }
  if (facts.topicState === 'topic_deleted') {
    const explanation = `The topic ${value} was deleted, so its email is cancelled. Choose another topic, or none.`
    return { value, since: null, explanation }
  }
  const choice = choiceOf(recipient.choices, value)
  const eventId = recipient.choiceEventIds[value]
  const since = choice === undefined || eventId === undefined ? null : timeOfId(eventId)
  const at = since ? ` at ${timeInWords(since)}` : ''
  if (choice === true) return { value, since, explanation: `The contact joined the topic ${value}${at}.` }
  if (choice === false) {
    const explanation = `The contact left the topic ${value}${at}. Only the person should undo that.`
    return { value, since, explanation }
  }
  const isImplied = topics.some(({ key, optIn }) => key === value && optIn === 'implied')
  const explanation = isImplied
    ? `Subscribed contacts are in the topic ${value} until they leave it.`
    : `The contact has not chosen the topic ${value}, which goes to who chose it. Offer it in a form or on the preference page.`
  return { value, since: null, explanation }
}

function controlGroupText({ email, facts }: JudgedEmail, { control: { percent, isMember } }: Context): Text {
  if (percent === 0) return { value: null, since: null, explanation: 'The project has no control group.' }
  const value = `${percent} %`
  if (!isMember) return { value, since: null, explanation: 'The contact is not in the control group.' }
  if (!email.isMarketing) {
    const explanation = 'The contact is in the control group, which gets transactional email.'
    return { value, since: null, explanation }
  }
  const explanation = facts.isControlled
    ? `The contact is in the control group of the project, the ${percent} % of the contacts that get no campaigns and no marketing email of workflows. A campaign may include them: controlGroup "include".`
    : 'The contact is in the control group, which gets this email all the same.'
  return { value, since: null, explanation }
}
