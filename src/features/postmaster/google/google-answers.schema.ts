// The answers of the Gmail Postmaster Tools API v2 and of Google's token server, as far as they are used. Values that Google may add later
// are let through as texts.
import { z } from 'zod'

const Text = z.string().max(2_000)

export const TokenAnswer = z.object({ access_token: z.string().min(1).max(10_000) })

/** The refusal of the token server. */
export const TokenRefusal = z.object({ error: Text, error_description: Text.optional() })

/** The refusal of the API. */
export const ApiRefusal = z.object({ error: z.object({ message: Text }) })

const PageToken = z.string().max(10_000).optional()

export const ListDomainsAnswer = z.object({
  domains: z
    .array(
      z.object({
        name: Text,
        permission: Text.optional(),
        verificationState: Text.optional(),
      }),
    )
    .default([]),
  nextPageToken: PageToken,
})

const StatisticValue = z.object({
  doubleValue: z.number().optional(),
  floatValue: z.number().optional(),
  stringValue: Text.optional(),
  stringList: z.object({ values: z.array(Text).max(10_000).default([]) }).optional(),
})

export const DomainStat = z.object({
  metric: Text,
  date: z.object({ year: z.int(), month: z.int(), day: z.int() }).optional(),
  value: StatisticValue.optional(),
})

export const QueryAnswer = z.object({
  domainStats: z.array(DomainStat).default([]),
  nextPageToken: PageToken,
})

const Status = z.object({ status: Text.optional() }).optional()
const Verdict = z.object({ status: Status, reason: Text.optional() }).optional()

export const ComplianceData = z.object({
  domainId: Text.optional(),
  rowData: z
    .array(z.object({ requirement: Text.optional(), status: Status }))
    .max(100)
    .default([]),
  oneClickUnsubscribeVerdict: Verdict,
  honorUnsubscribeVerdict: Verdict,
})

export const ComplianceAnswer = z.object({
  complianceData: ComplianceData.optional(),
  subdomainComplianceData: ComplianceData.optional(),
})
