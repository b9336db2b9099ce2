// The words of an email with the alerts of one domain: what was seen, what it means, what to do next.
import { escapeHtml } from '../../../platform/liquid/value-text.ts'
import type { AlertWords } from './alert-emails.queries.ts'
import type { ReportAlert } from './verdicts.ts'

type AlertEmailFacts = {
  domain: string
  project: string
  alerts: readonly AlertWords[]
  /** The page with the reports of the domain. */
  reportsUrl: string
  /** The page with the switch. */
  settingsUrl: string
}

/** A reader acts on the first few, and the page has all. */
const MOST_ALERTS = 20

const TITLES: Record<ReportAlert['kind'], (domain: string) => string> = {
  'new-source': (domain) => `An unknown network sends email as ${domain}`,
  alignment: (domain) => `Less email of ${domain} passes DMARC`,
  tls: (domain) => `Email to ${domain} is not encrypted as it should be`,
}

const MEANINGS: Record<ReportAlert['kind'], string> = {
  'new-source':
    'Receivers cannot tell this email from a forgery. Either a service of yours is not set up for your domain, or somebody else uses your name.',
  alignment:
    'Receivers trust email less that does not prove where it comes from: more of it goes to spam, and a strict policy stops it.',
  tls: 'Other servers could not reach yours over a connection that they trust. Their email comes late, unencrypted, or not at all.',
}

export function alertEmailText(facts: AlertEmailFacts): { subject: string; html: string; text: string } {
  const { domain, alerts } = facts
  const [first] = alerts
  const subject =
    alerts.length === 1 && first ? TITLES[first.kind](domain) : `${alerts.length} alerts about ${domain}`
  return { subject, html: toHtml(facts), text: toText(facts) }
}

const partsOf = ({ kind, reason, advice }: AlertWords, domain: string) => ({
  title: TITLES[kind](domain),
  lines: [
    ['What was seen', reason],
    ['What it means', MEANINGS[kind]],
    ['What to do', advice],
  ] as const,
})

const introOf = ({ domain, project }: AlertEmailFacts): string =>
  `The reports of receivers about ${domain} (project ${project}) show something new.`

function restOf({ alerts }: AlertEmailFacts): string[] {
  const rest = alerts.length - MOST_ALERTS
  return rest > 0 ? [`The page lists ${rest} more.`] : []
}

const WHY = 'You get this email because you manage the domains of the project. To switch it off:'

function toText(facts: AlertEmailFacts): string {
  const shown = facts.alerts.slice(0, MOST_ALERTS).map((alert) => {
    const { title, lines } = partsOf(alert, facts.domain)
    return [title, ...lines.map(([name, words]) => `${name}: ${words}`)].join('\n')
  })
  const all = [
    introOf(facts),
    ...shown,
    ...restOf(facts),
    `The reports: ${facts.reportsUrl}`,
    `${WHY} ${facts.settingsUrl}`,
  ]
  return `${all.join('\n\n')}\n`
}

function toHtml(facts: AlertEmailFacts): string {
  const link = (url: string, words: string) => `<a href="${escapeHtml(url)}">${escapeHtml(words)}</a>`
  const shown = facts.alerts.slice(0, MOST_ALERTS).map((alert) => {
    const { title, lines } = partsOf(alert, facts.domain)
    const rows = lines.map(([name, words]) => `${name}: ${escapeHtml(words)}`).join('<br>\n')
    return `<p><strong>${escapeHtml(title)}</strong><br>\n${rows}</p>`
  })
  return [
    `<p>${escapeHtml(introOf(facts))}</p>`,
    ...shown,
    ...restOf(facts).map((line) => `<p>${line}</p>`),
    `<p>${link(facts.reportsUrl, 'Open the reports')}</p>`,
    `<p>${WHY} ${link(facts.settingsUrl, facts.settingsUrl)}</p>`,
  ].join('\n')
}
