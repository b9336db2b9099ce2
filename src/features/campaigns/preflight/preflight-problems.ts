// What preflight tells, in words. Pure.
import type { z } from 'zod'
import type { CampaignPreflight, PreflightAudience, PreflightProblem } from './preflight.schema.ts'

export type Problem = z.infer<typeof PreflightProblem>
export type AudienceCounts = z.infer<typeof PreflightAudience>
export type Preflight = z.infer<typeof CampaignPreflight>

type Given = Pick<Problem, 'code' | 'severity' | 'message'> & Partial<Problem>

export const problem = (given: Given): Problem => ({
  suggestion: null,
  field: null,
  variable: null,
  count: null,
  ...given,
})

const SEVERITIES = ['error', 'warning', 'info'] as const

/** The most severe first, otherwise in the order in which they were found. */
export const inOrder = (problems: readonly Problem[]): Problem[] =>
  problems.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity))

const contacts = (count: number): string => (count === 1 ? '1 contact' : `${count} contacts`)
const are = (count: number): string => (count === 1 ? 'is' : 'are')

export function audienceProblems(audience: AudienceCounts): Problem[] {
  const { recipients, unsubscribed, neverSubscribed, suppressed } = audience
  const found: Problem[] = []
  if (recipients === 0) {
    found.push(
      problem({
        code: 'EMPTY_AUDIENCE',
        severity: 'error',
        message: 'Nobody in the audience is subscribed and not suppressed.',
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
  return found
}

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

export const untracked = (metric: 'clicks' | 'opens'): Problem =>
  problem({
    code: 'TRACKING_OFF',
    severity: 'warning',
    message: `The variants are compared by ${metric}, which this project does not track: A would always win.`,
    suggestion: `Switch on tracking.${metric} with PATCH /project, or compare by the other metric.`,
    field: 'test.metric',
  })

/** Gmail shows that much of an email and puts the rest behind a link. */
export const GMAIL_BYTES = 102 * 1024

export function sizeProblems(htmlBytes: number): Problem[] {
  if (htmlBytes <= GMAIL_BYTES) return []
  return [
    problem({
      code: 'CLIPPED_BY_GMAIL',
      severity: 'warning',
      message: `The HTML has ${Math.ceil(htmlBytes / 1024)} kB; Gmail shows the first 102 kB and hides the rest, the unsubscribe link among it.`,
      suggestion: 'Shorten the body, or move styles that repeat into a style block.',
      field: 'body',
    }),
  ]
}

const SUGGESTIONS: Record<string, string> = {
  NO_UNSUBSCRIBE_LINK: 'Put a link to {{ unsubscribeUrl }} where you want it.',
  LINK_NOT_HTTP: 'Write these addresses out, beginning with https://.',
  IMAGE_WITHOUT_ALT: 'Add alt="…" to each image; alt="" for decoration.',
}

type Check = { code: string; level: 'info' | 'warning'; message: string }

/** What authors of templates are told as well. The size is told from the email as it will be. */
export const checkProblems = (checks: readonly Check[], field: string): Problem[] =>
  checks
    .filter(({ code }) => code !== 'CLIPPED_BY_GMAIL')
    .map(({ code, level, message }) =>
      problem({
        code: code as Problem['code'],
        severity: level,
        message,
        suggestion: SUGGESTIONS[code] ?? null,
        field,
      }),
    )
