// The texts of preflight problems. Pure.
import type { z } from 'zod'
import { existingNames } from '../../../platform/text/existing-names.ts'
import type { ContentProblem } from '../../content-checks/index.ts'
import type { CouponListRow } from '../../coupons/index.ts'
import type { SilentProvider } from '../../delivery/index.ts'
import type { SenderRecordProblem } from '../../domains/index.ts'
import type { CampaignPreflight, PreflightAudience, PreflightProblem } from './preflight.schema.ts'

export type Problem = z.infer<typeof PreflightProblem>
export type AudienceCounts = z.infer<typeof PreflightAudience>
export type Preflight = z.infer<typeof CampaignPreflight>

type ProblemInput = Pick<Problem, 'code' | 'severity' | 'message'> & Partial<Problem>

export const problem = (fields: ProblemInput): Problem => ({
  suggestion: null,
  field: null,
  variable: null,
  count: null,
  line: null,
  ...fields,
})

const SEVERITIES = ['error', 'warning', 'info'] as const

/** The most severe first, otherwise in the given order. */
export const bySeverity = (problems: readonly Problem[]): Problem[] =>
  problems.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity))

const contacts = (count: number): string => (count === 1 ? '1 contact' : `${count} contacts`)
const are = (count: number): string => (count === 1 ? 'is' : 'are')

export function audienceProblems(audience: AudienceCounts): Problem[] {
  const { recipients, unsubscribed, neverSubscribed, suppressed, paused, notInTopic, controlGroup } = audience
  const conditions = [
    'subscribed',
    ...(paused > 0 ? ['not paused'] : []),
    ...(notInTopic > 0 ? ['in the topic'] : []),
    ...(controlGroup > 0 ? ['outside of the control group'] : []),
  ]
  const found: Problem[] = []
  if (recipients === 0) {
    found.push(
      problem({
        code: 'EMPTY_AUDIENCE',
        severity: 'error',
        message: `Nobody in the audience is ${conditions.join(', ')} and not suppressed.`,
        suggestion: 'Choose another audience, or add contacts.',
        field: 'audienceType',
        count: audience.matching,
      }),
    )
  }
  const leftOut = (code: Problem['code'], count: number, why: string) => {
    if (count === 0) return
    const message = `${contacts(count)} of the audience ${are(count)} left out: ${why}.`
    found.push(problem({ code, severity: 'info', message, field: 'audienceType', count }))
  }
  leftOut('LEFT_OUT_UNSUBSCRIBED', unsubscribed, 'unsubscribed')
  leftOut('LEFT_OUT_NEVER_SUBSCRIBED', neverSubscribed, 'never subscribed')
  leftOut('LEFT_OUT_SUPPRESSED', suppressed, 'the address is suppressed')
  leftOut('LEFT_OUT_PAUSED', paused, 'no marketing email for a while, by their wish')
  leftOut('LEFT_OUT_TOPIC', notInTopic, 'not in the topic')
  leftOut('LEFT_OUT_CONTROL_GROUP', controlGroup, 'in the control group of the project')
  return found
}

export type BestHourCounts = NonNullable<Preflight['bestHour']>

/** How many recipients the best hour applies to. */
export function bestHourKnown({ known, unknown }: BestHourCounts, fallback: string): Problem {
  const recipients = known + unknown
  const rest = unknown === 0 ? '' : `; ${known === 0 ? 'all' : 'the rest'} get it at ${fallback}`
  return problem({
    code: 'BEST_HOUR_KNOWN',
    severity: known === 0 && unknown > 0 ? 'warning' : 'info',
    message: `The best hour is known for ${known} of ${recipients} recipients${rest}.`,
    suggestion:
      known === 0 && unknown > 0
        ? 'It takes three opens or clicks by a person in the last 180 days. Use sendAtLocalTime until there are some.'
        : null,
    field: 'bestHour',
    count: known,
  })
}

// At a rate of 5 % these are ten conversions, and chance alone moves ten by six.
const FEWEST_HELD = 200

/** Tells how many are held back, and warns if the comparison is unlikely to say anything. */
export function holdoutProblems(
  { heldBack }: Pick<AudienceCounts, 'heldBack'>,
  holdout: { percent: number } | null,
): Problem[] {
  if (holdout === null) return []
  const about = { field: 'holdout', count: heldBack }
  const message = `${contacts(heldBack)} ${are(heldBack)} held back and ${heldBack === 1 ? 'gets' : 'get'} no email, to compare with.`
  const shown = problem({ ...about, code: 'HELD_BACK', severity: 'info', message })
  if (heldBack >= FEWEST_HELD) return [shown]
  return [
    shown,
    problem({
      ...about,
      code: 'HOLDOUT_TOO_SMALL',
      severity: 'warning',
      message: `With ${contacts(heldBack)} held back, only a very large effect would show.`,
      suggestion: `Raise holdout.percent, use a larger audience, or send it without a holdout. Holdouts begin to tell from some ${FEWEST_HELD} contacts on.`,
    }),
  ]
}

/** `message` is the warning that the settings of the project have. */
export const capLongerThanHold = (message: string): Problem =>
  problem({
    code: 'CAP_LONGER_THAN_HOLD',
    severity: 'warning',
    message,
    suggestion:
      'Change holdAtMostHours of the project, or frequencyCap of the project or the topic. POST /project/caps/preview tells the effect.',
  })

export const emptyVariable = (variable: string, count: number, recipients: number): Problem =>
  problem({
    code: 'EMPTY_VARIABLE',
    severity: 'warning',
    message: `{{ ${variable} }} would be empty for ${count} of ${recipients} recipients.`,
    suggestion: `Give it a fallback: {{ ${variable} ?? "…" }}.`,
    field: 'body',
    variable,
    count,
  })

/** `others`: the languages of recipients without a translation, the most frequent first. */
export function translationMissing(others: readonly { language: string; count: number }[]): Problem[] {
  if (others.length === 0) return []
  const count = others.reduce((sum, one) => sum + one.count, 0)
  const named = others.map((one) => `${one.language} (${one.count})`).join(', ')
  return [
    problem({
      code: 'TRANSLATION_MISSING',
      severity: 'info',
      message: `${count} recipients have a language without a translation: ${named}. They get the texts of the campaign itself.`,
      suggestion: 'Translate the template into these languages, and choose it again.',
      field: 'body',
      count,
    }),
  ]
}

export const couponListMissing = (key: string, names: readonly string[]): Problem =>
  problem({
    code: 'COUPON_LIST_MISSING',
    severity: 'error',
    message: `There is no coupon list with the key ${key}, so no email could be made. ${existingNames(key, { names, kind: 'coupon list' })}`,
    suggestion: 'Create it with POST /coupon-lists, or remove it from the content.',
    field: 'body',
    variable: `coupons.${key}`,
  })

/** Recipients who got a code of the list before need no new one. */
export function couponListShort(
  { key, total, taken }: Pick<CouponListRow, 'key' | 'total' | 'taken'>,
  recipients: number,
): Problem[] {
  const free = total - taken
  if (free >= recipients) return []
  return [
    problem({
      code: 'COUPON_LIST_SHORT',
      severity: total === 0 ? 'error' : 'warning',
      message: `The coupon list ${key} has ${free} free codes for ${recipients} recipients. Recipients who have no code of it yet get no email when it is used up.`,
      suggestion: 'Add codes with POST /coupon-lists/{id}/codes.',
      field: 'body',
      variable: `coupons.${key}`,
      count: recipients - free,
    }),
  ]
}

export const untracked = (metric: 'clicks' | 'opens'): Problem =>
  problem({
    code: 'TRACKING_OFF',
    severity: 'warning',
    message: `The variants are compared by ${metric}, which this project does not track: A would always win.`,
    suggestion: `Switch on tracking.${metric} with PATCH /project, or compare by the other metric.`,
    field: 'test.metric',
  })

export const bestHourUntracked: Problem = problem({
  code: 'TRACKING_OFF',
  severity: 'warning',
  message:
    'This project does not track opens, so the statistics cannot say whether the best hour helped, and new best hours come from clicks alone.',
  suggestion: 'Switch on tracking.opens with PATCH /project, or use sendAtLocalTime.',
  field: 'bestHour',
})

export const noPostalAddress: Problem = problem({
  code: 'NO_POSTAL_ADDRESS',
  severity: 'warning',
  message: 'The project has no postal address, which many countries require in marketing email.',
  suggestion: 'Enter postalAddress in the settings of the project, or with PATCH /project.',
})

export const noOneClick = (publicUrl: string): Problem =>
  problem({
    code: 'NO_ONE_CLICK',
    severity: 'warning',
    message: `Gmail and Yahoo require one-click unsubscribe from bulk senders, which needs https; the links of this installation begin with ${new URL(publicUrl).origin}.`,
    suggestion: 'The operator of this server has to set PUBLIC_URL to an https address.',
  })

export const noFeedback = ({ provider, transportId }: SilentProvider): Problem =>
  problem({
    code: 'NO_FEEDBACK',
    severity: 'warning',
    message: `No report of the email provider (${provider}) has ever arrived, so bounces and complaints remain unknown.`,
    suggestion:
      transportId === null
        ? 'The operator of this server has to give the provider its URL: docs/providers.md.'
        : `Give the provider the URL of GET /transports/${transportId}/feedback: docs/providers.md.`,
  })

const RECORDS = {
  spf: { code: 'SPF_NOT_RIGHT', name: 'SPF' },
  dmarc: { code: 'DMARC_NOT_RIGHT', name: 'DMARC' },
} as const

/** An advised record of the sender's domain that is missing or wrong. */
export const recordProblem = ({ purpose, domain, domainId, detail }: SenderRecordProblem): Problem =>
  problem({
    code: RECORDS[purpose].code,
    severity: 'warning',
    message: `The ${RECORDS[purpose].name} record of ${domain} is ${detail === null ? 'missing' : `wrong. ${detail}`}${detail === null ? '; large receivers require it of bulk senders.' : ''}`,
    suggestion: `GET /domains/${domainId} shows the record; publish it, then POST /domains/${domainId}/verify.`,
    field: 'from',
  })

/** The checks that templates have, too. The size is measured on the rendered email instead. */
export const checkProblems = (
  findings: readonly ContentProblem[],
  { field, body, postalAddress }: { field: string; body: string; postalAddress: string | null },
): Problem[] =>
  findings
    .filter(({ code }) => code !== 'CLIPPED_BY_GMAIL')
    .filter(({ code }) => code !== 'NO_POSTAL_ADDRESS' || !containsAddress(body, postalAddress))
    .map((finding) => contentProblem(finding, field))

/** A finding in the content of a field. */
export const contentProblem = ({ code, level, ...finding }: ContentProblem, field: string): Problem =>
  problem({ ...finding, code: code as Problem['code'], severity: level, field })

/** An author who typed the address of the project into the body does not need the variable. */
const containsAddress = (body: string, postalAddress: string | null): boolean =>
  postalAddress !== null && lettersOf(body).includes(lettersOf(postalAddress))

/** Removes tags, blanks, and the commas that replace line breaks. */
const lettersOf = (text: string): string => text.replaceAll(/<[^>]*>|&nbsp;|[\s,]+/g, '').toLowerCase()
