// Reads TLS reports (RFC 8460): JSON, which is parsed as a whole and therefore small.
import { z } from 'zod'
import { parseDomainName } from '../../addresses/domain-name.ts'
import { JsonScan } from '../../json/json-scan.ts'
import { isWithin } from './domain-report.ts'
import type { ReportedDomain, TlsPolicy, TlsReport } from './domain-report.ts'
import { ReportError } from './report-error.ts'
import { REPORT_LIMITS } from './report-limits.values.ts'
import type { ReportLimits } from './report-limits.values.ts'
import { TlsReportFile } from './tls-report.schema.ts'
import type { TlsPolicyEntry } from './tls-report.schema.ts'

/** @throws ReportError */
export function readTlsReport(
  bytes: Uint8Array,
  about: ReportedDomain,
  limits: ReportLimits = REPORT_LIMITS,
): TlsReport {
  const report = parse(bytes)
  const beginsAt = secondsOf(report['date-range']['start-datetime'])
  const endsAt = secondsOf(report['date-range']['end-datetime'])
  if (endsAt < beginsAt) throw new ReportError('The report ends before it begins.')
  if (endsAt - beginsAt > limits.rangeSeconds) throw new ReportError('The report covers more than a month.')
  const policies = report.policies.map(toPolicy).filter(({ domain }) => isWithin(domain, about.domain))
  if (policies.length === 0) throw new ReportError(`The report is not about ${about.domain}.`)
  return {
    kind: 'tls',
    orgName: report['organization-name'],
    reportId: report['report-id'],
    beginsAt,
    endsAt,
    policies,
  }
}

function parse(bytes: Uint8Array): TlsReportFile {
  const json = withoutMark(bytes)
  try {
    new JsonScan().add(json)
    return TlsReportFile.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json)))
  } catch (error) {
    throw new ReportError(`The file is not a TLS report: ${reasonOf(error)}.`, { cause: error })
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof z.ZodError)) {
    return error instanceof Error ? error.message.slice(0, 200).replace(/\.$/, '') : 'unreadable'
  }
  const [first] = error.issues
  return first ? `${first.path.join('.')}: ${first.message}`.slice(0, 200) : 'unreadable'
}

const toPolicy = ({ policy, summary, 'failure-details': details }: TlsPolicyEntry): TlsPolicy => ({
  domain: policy['policy-domain'].toLowerCase().replace(/\.$/, ''),
  type: policy['policy-type'].toLowerCase(),
  successful: summary['total-successful-session-count'],
  failed: summary['total-failure-session-count'],
  failures: (details ?? []).map((one) => ({
    result: resultOf(one['result-type'].toLowerCase()),
    mx: hostOf(one['receiving-mx-hostname']),
    sessions: one['failed-session-count'],
  })),
})

// Both are shown to people, also by email, so they must not hold whole sentences of strangers.
const RESULT = /^[a-z][a-z-]{0,39}$/

/** All results of RFC 8460 have this form. */
const resultOf = (text: string): string => (RESULT.test(text) ? text : 'unspecified')

function hostOf(text: string | undefined): string | null {
  const host = text === undefined ? undefined : parseDomainName(text)
  return host?.ok === true ? host.domain : null
}

const secondsOf = (text: string): number => Math.floor(Date.parse(text) / 1000)

/** UTF-8 byte order mark. */
const withoutMark = (bytes: Uint8Array): Uint8Array =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes
