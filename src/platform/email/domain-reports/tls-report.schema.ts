// The part of a TLS report (RFC 8460 section 4.4) that is kept. Other fields are skipped.
import { z } from 'zod'
import { REPORT_LIMITS } from './report-limits.values.ts'

const Name = z.string().max(REPORT_LIMITS.textLength)
const Count = z.int().min(0).max(REPORT_LIMITS.messages)

const Failure = z.object({
  'result-type': Name,
  'receiving-mx-hostname': Name.optional().catch(undefined),
  'failed-session-count': Count,
})

const Policy = z.object({
  policy: z.object({ 'policy-type': Name, 'policy-domain': Name }),
  summary: z.object({ 'total-successful-session-count': Count, 'total-failure-session-count': Count }),
  'failure-details': z.array(Failure).max(REPORT_LIMITS.failures).nullish(),
})

export const TlsReportFile = z.object({
  'organization-name': Name,
  'report-id': Name.min(1),
  'date-range': z.object({
    'start-datetime': z.iso.datetime({ offset: true }),
    'end-datetime': z.iso.datetime({ offset: true }),
  }),
  policies: z.array(Policy).min(1).max(REPORT_LIMITS.policies),
})

export type TlsReportFile = z.infer<typeof TlsReportFile>
export type TlsPolicyEntry = z.infer<typeof Policy>
