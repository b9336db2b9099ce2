// Compares what a test expects with what the simulation did.
import { isDeepStrictEqual } from 'node:util'
import type { EmailTest, Exception, Expectation, ExpectedEmail, Outcome } from '../email-test.ts'
import { didYouMean } from '../../../suggest.ts'
import { durationText, MINUTE_MS, momentText } from '../read/times.ts'
import type { Window } from '../read/times.ts'
import type { StepEmail, TestedWorkflow } from './records.ts'
import type { SimulatedEmail, Simulation } from './simulate-story.ts'

export type Failure = { line: number; message: string }

/** An email that came as a line says. */
export type MatchedEmail = { line: number; email: SimulatedEmail; step: StepEmail }

export type Judgement = { failures: Failure[]; matched: MatchedEmail[] }

type Emails = TestedWorkflow['emails']
type JudgedStory = { test: EmailTest; simulation: Simulation; emails: Emails }

const timeOf = ({ at }: { at: string }): number => Date.parse(at)

/** Lines have no seconds. */
const isWithin = ({ at }: { at: string }, { from, to }: Window): boolean =>
  timeOf({ at }) > from - MINUTE_MS && timeOf({ at }) < to + MINUTE_MS

const shownWindow = ({ from, to }: Window, base: number): string =>
  from === to ? shownTime(to, base) : `within ${durationText(to - from)}`

const shownTime = (at: number, base: number): string => {
  const ms = at - base
  const words = ms < 0 ? `${durationText(-ms)} too early` : ms === 0 ? 'at once' : `after ${durationText(ms)}`
  return `${words} (${momentText(at)})`
}

export function judgeStory({ test, simulation, emails }: JudgedStory): Judgement {
  const left = simulation.emails.filter(({ status }) => status === 'SENT')
  const failures: Failure[] = []
  const matched: MatchedEmail[] = []
  for (const expectation of test.expectations) {
    if (expectation.kind !== 'email') {
      const message = judgeOther(expectation, simulation)
      if (message !== undefined) failures.push({ line: expectation.line, message })
      continue
    }
    const found = takeEmail(expectation, { left, emails })
    if (found === undefined) {
      failures.push({ line: expectation.line, message: whyMissing(expectation, { simulation, emails }) })
      continue
    }
    matched.push({ line: expectation.line, ...found })
    failures.push(
      ...judgeEmail(expectation, found.email).map((message) => ({ line: expectation.line, message })),
    )
  }
  if (!test.isOpen) failures.push(...left.map((email) => unexpected(email, { test, emails })))
  failures.push(...judgeEnd({ test, simulation, emails }))
  return { failures, matched }
}

type Candidates = { left: SimulatedEmail[]; emails: Emails }

const isNamed = (email: SimulatedEmail, name: string, emails: Emails): boolean =>
  emails.get(email.stepId)?.names.includes(name) === true

/** The one at the expected time, or else the next one with this name, whose time is wrong. */
function takeEmail(
  expected: ExpectedEmail,
  { left, emails }: Candidates,
): { email: SimulatedEmail; step: StepEmail } | undefined {
  const named = left.filter((email) => isNamed(email, expected.name, emails))
  const email = named.find((one) => isWithin(one, expected)) ?? named[0]
  const step = email && emails.get(email.stepId)
  if (!email || !step) return undefined
  left.splice(left.indexOf(email), 1)
  return { email, step }
}

function whyMissing(
  { name, base, ...window }: ExpectedEmail,
  { simulation, emails }: Pick<JudgedStory, 'simulation' | 'emails'>,
): string {
  const known = [...emails.values()]
  if (!known.some(({ names }) => names.includes(name))) {
    const shown = known.map((one) => one.shown)
    const others = shown.length === 0 ? 'It sends none' : `It sends ${shown.join(', ')}`
    return `The workflow has no email "${name}". ${others}.${didYouMean(name, shown)}`
  }
  const skipped = simulation.emails.find((one) => one.status === 'SKIPPED' && isNamed(one, name, emails))
  if (skipped) {
    return `The email ${name} was held back ${shownTime(timeOf(skipped), base)}: ${skipped.reason ?? ''}.`
  }
  return `The email ${name} was not sent. It was expected ${shownWindow(window, base)}.`
}

function judgeEmail({ name, base, fields, ...window }: ExpectedEmail, email: SimulatedEmail): string[] {
  const problems: string[] = []
  if (!isWithin(email, window)) {
    problems.push(
      `The email ${name} was sent ${shownTime(timeOf(email), base)}, not ${shownWindow(window, base)}.`,
    )
  }
  if (email.error !== null) problems.push(`The email ${name} has no content: ${email.error}`)
  for (const key of ['subject', 'to', 'from'] as const) {
    const [wanted, actual] = [fields[key], email[key] ?? '']
    if (wanted !== undefined && wanted !== actual) {
      problems.push(`The ${key} of the email ${name} is "${actual}", not "${wanted}".`)
    }
  }
  const { text } = fields
  if (text !== undefined && !oneSpaced(email.text ?? '').includes(oneSpaced(text))) {
    problems.push(`The text of the email ${name} does not contain "${text}".`)
  }
  return problems
}

/** Line ends of the text part are where its width ends. */
const oneSpaced = (text: string): string => text.replaceAll(/\s+/g, ' ')

function unexpected(email: SimulatedEmail, { test, emails }: Pick<JudgedStory, 'test' | 'emails'>): Failure {
  const name = emails.get(email.stepId)?.shown ?? email.stepId
  const at = timeOf(email)
  const shown = /\s/.test(name) ? JSON.stringify(name) : name
  return {
    line: test.line,
    message: `The email ${name} ("${email.subject ?? ''}") was sent ${shownTime(at, test.startAt)}, and no line expects it. If it should be sent, add: then at ${momentText(at)} email ${shown}. If other emails do not matter here, add: then any other emails.`,
  }
}

function judgeOther(
  expectation: Exclude<Expectation, ExpectedEmail>,
  { changes, contact, status, started }: Simulation,
): string | undefined {
  switch (expectation.kind) {
    case 'noEmail':
      // No line expects one, so every email is unexpected.
      return undefined
    case 'event': {
      const { event, data } = expectation
      const tracked = changes.filter((change) => change.type === 'TRACK_EVENT' && change.event === event)
      if (tracked.length === 0) return `The event ${event} was not tracked.`
      const timely = tracked.filter((one) => isWithin(one, expectation))
      if (timely.length === 0) {
        return `The event ${event} was tracked at ${momentText(timeOf(tracked[0] ?? { at: '' }))}.`
      }
      if (timely.some((one) => differences(data, one.data ?? {}).length === 0)) return undefined
      return `The event ${event} is different: ${differences(data, timely[0]?.data ?? {}).join('; ')}.`
    }
    case 'contact': {
      const { data = {}, subscribed } = expectation.contact
      const found = differences(data, contact.data)
      if (subscribed !== undefined && contact.subscribed !== subscribed) {
        found.push(`it is ${contact.subscribed ? 'subscribed' : 'unsubscribed'}`)
      }
      return found.length === 0 ? undefined : `The contact is different in the end: ${found.join('; ')}.`
    }
    case 'outcome': {
      const actual = outcomeOf({ status, started })
      return actual === expectation.outcome
        ? undefined
        : `The workflow is ${actual}, not ${expectation.outcome}.`
    }
  }
}

const outcomeOf = ({ status, started }: Pick<Simulation, 'status' | 'started'>): Outcome =>
  started ? ((status ?? 'completed').toLowerCase() as Outcome) : 'not started'

/** Only the fields that are expected count. */
const differences = (expected: Record<string, unknown>, actual: Record<string, unknown>): string[] =>
  Object.entries(expected)
    .filter(([key, value]) => !isDeepStrictEqual(value, actual[key] ?? null))
    .map(([key, value]) => `${key} is ${JSON.stringify(actual[key] ?? null)}, not ${JSON.stringify(value)}`)

/** A failed step, or an endless workflow, is a failure of the test unless the test is about it. */
function judgeEnd({ test, simulation }: JudgedStory): Failure[] {
  const expectsFailure = test.expectations.some((one) => one.kind === 'outcome' && one.outcome === 'failed')
  const failed = simulation.path.find(({ status }) => status === 'FAILED')
  if (failed && !expectsFailure) {
    return [{ line: test.line, message: `The step ${failed.stepId} failed: ${failed.error ?? ''}` }]
  }
  if (simulation.stoppedBy !== 'limit') return []
  return [
    {
      line: test.line,
      message:
        'The simulation was stopped at its limit of 1,000 steps, 100 emails or 2 MB. Does the workflow go in circles?',
    },
  ]
}

type JudgedException = { email: ExpectedEmail; exception: Exception; simulation: Simulation; emails: Emails }

/** The email must not be sent from the exception on. */
export function judgeException({
  email,
  exception,
  simulation,
  emails,
}: JudgedException): Failure | undefined {
  const from = exception.kind === 'event' ? exception.event.at : Number.NEGATIVE_INFINITY
  const sent = simulation.emails.find(
    (one) => one.status === 'SENT' && isNamed(one, email.name, emails) && timeOf(one) >= from,
  )
  if (!sent) return undefined
  const because =
    exception.kind === 'event'
      ? `although ${exception.event.event} happened ${shownTime(exception.event.at, email.base)}`
      : 'although the contact is another one'
  return {
    line: exception.line,
    message: `The email ${email.name} was sent ${shownTime(timeOf(sent), email.base)} all the same, ${because}.`,
  }
}

/** Everything that happened, in the order of its times. */
export function timelineOf(simulation: Simulation, emails: Emails): string[] {
  const { reason, changes, events, status, exitReason } = simulation
  const entries = [
    ...events.map(({ at, event, outcome }) => ({ at, text: `event ${event} (${outcome})` })),
    ...simulation.emails.map((email) => ({ at: email.at, text: emailText(email, emails) })),
    ...changes.map(({ at, stepId, type, event }) => ({
      at,
      text: `${type} ${event ?? ''} by the step ${stepId}`.replace('  ', ' '),
    })),
  ].toSorted((a, b) => timeOf(a) - timeOf(b))
  const end = simulation.started
    ? `The workflow is ${outcomeOf(simulation)}${exitReason === null ? '' : `: ${exitReason}`}${status === 'WAITING' ? ' in the end' : ''}`
    : `The workflow does not start: ${reason ?? ''}`
  return [...entries.map(({ at, text }) => `${momentText(timeOf({ at }))}  ${text}`), end]
}

const emailText = ({ stepId, subject, status, reason }: SimulatedEmail, emails: Emails): string =>
  `email ${emails.get(stepId)?.shown ?? stepId} "${subject ?? ''}"${status === 'SENT' ? '' : ` held back: ${reason ?? ''}`}`
