import { z } from 'zod'
import { listFields, PageQuery } from '../../../platform/http/replies/paging.schema.ts'
import { dayRangeFields, inDayRange } from '../../../platform/schemas/day-range.schema.ts'
import { SOURCE_KINDS, STRICT_POLICIES } from '../domain-reports.values.ts'

const range = dayRangeFields('UTC')

export const DomainReportsQuery = inDayRange(z.object(range))
export const ReportSourcesQuery = inDayRange(PageQuery.extend(range))

const COUNTS = {
  messages: z.int().describe('Messages that receivers saw with the domain in their From.'),
  aligned: z.int().describe('Those that passed DMARC, by DKIM or SPF.'),
  ours: z.int().describe('Those that this server sent: signed by one of its keys, or with its return path.'),
  oursAligned: z.int().describe('Those of `ours` that passed DMARC.'),
}

const Readiness = z.object({
  policy: z.enum(STRICT_POLICIES),
  ready: z.boolean(),
  reason: z.string().describe('The numbers behind it, as sentences.'),
})

export const DomainReports = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    reports: z.int().describe('Signed DMARC reports about these days.'),
    totals: z.object(COUNTS),
    days: z.array(z.object({ date: z.iso.date(), ...COUNTS })).describe('Every day, oldest first.'),
    receivers: z
      .array(
        z.object({
          receiver: z.string().describe('A mailbox provider, or the domain that signed the reports.'),
          sent: z
            .int()
            .nullable()
            .describe(
              'Emails that left for it on the days that it has reported; null while they are not counted.',
            ),
          ...COUNTS,
        }),
      )
      .describe('The 50 with the most messages.'),
    policy: z.string().nullable().describe('The policy in the newest report; null without reports.'),
    readiness: z.array(Readiness).describe('Whether a stricter policy would lose email of yours.'),
    tls: z.object({
      reports: z.int(),
      successful: z.int().describe('Sessions with encryption as the policy asks for it.'),
      failed: z.int(),
      results: z
        .array(
          z.object({
            result: z.string().describe('As RFC 8460 names it, such as certificate-expired.'),
            mx: z.string().nullable(),
            reporter: z.string(),
            sessions: z.int(),
            lastDay: z.iso.date(),
            advice: z.string(),
          }),
        )
        .describe('The 50 most frequent failures.'),
    }),
    unsigned: z
      .object({
        reports: z.int().describe('DMARC reports.'),
        messages: z.int(),
        tls: z.object({ reports: z.int(), sessions: z.int() }).describe('TLS reports.'),
      })
      .describe('Reports that nobody signed. They count nowhere else.'),
    unread: z
      .array(z.object({ receivedAt: z.iso.datetime(), from: z.string().nullable(), problem: z.string() }))
      .describe('The last 10 emails that could not be counted, with the reason.'),
  })
  .meta({ id: 'DomainReports' })

export const ReportSource = z
  .object({
    source: z.string().describe('The IP address; 0.0.0.0 for the smallest sources of long reports.'),
    network: z.string().describe('The /24 or /48 that it belongs to.'),
    name: z.string().nullable().describe('Its name by reverse DNS.'),
    kind: z
      .enum(SOURCE_KINDS)
      .describe(
        'ours: email of this server. ours-failing: such email that does not pass DMARC. forwarder: passes email of this server on. service: passes DMARC by another key or SPF. unknown: does not pass.',
      ),
    firstSeen: z.iso.date().describe('The first day in any signed report.'),
    ...COUNTS,
    rejected: z.int().describe('Messages that receivers quarantined or rejected.'),
    advice: z.string().describe('The next step, as a sentence.'),
  })
  .meta({ id: 'ReportSource' })

export const ReportSourceList = z
  .object({ sources: z.array(ReportSource), ...listFields })
  .meta({ id: 'ReportSourceList' })
