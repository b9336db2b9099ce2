import { z } from 'zod'
import { dayRangeFields, inDayRange } from '../../platform/schemas/day-range.schema.ts'
import { COMPLIANCE_STATES, GOOGLE_STATES, SNDS_VERDICTS, SOURCE_STATES } from './postmaster.values.ts'

export const PostmasterQuery = inDayRange(
  z.object(dayRangeFields('the time of Google, which is that of California')),
)

/** As they are stored. */
export const StoredCompliance = z
  .array(
    z.object({
      requirement: z
        .string()
        .describe('Such as `spf`, `dmarc-alignment`, `user-reported-spam-rate` or `one-click-unsubscribe`.'),
      status: z.enum(COMPLIANCE_STATES),
      reason: z.string().nullable().describe('Why not, where Google says more.'),
    }),
  )
  .nullable()

const rate = (text: string) =>
  z.number().nullable().describe(`${text}, 0 to 1; null where Google gives none.`)

export const GoogleDayFigures = z
  .object({
    date: z.iso.date(),
    spamRate: rate('Share of the emails in inboxes that people reported as spam'),
    spfRate: rate('Share that passed SPF'),
    dkimRate: rate('Share that passed DKIM'),
    dmarcRate: rate('Share that passed DMARC'),
    tlsRate: rate('Share that came encrypted'),
    rejectedRate: rate('Share that was rejected'),
    deferredRate: rate('Share that was put off'),
    errors: z
      .array(
        z.object({
          type: z.string().describe('`reject`, or `temp_fail` for those that were put off.'),
          reason: z.string().describe('In the words of Google, such as `spammy_content` or `ip_in_rbls`.'),
          rate: z.number(),
        }),
      )
      .describe('Why emails were rejected or put off; reasons that did not occur are left out.'),
    feedbackLoops: z
      .array(z.object({ id: z.string(), spamRate: z.number() }))
      .describe('Reports of spam by the parts of the header `Feedback-ID`, where Google gives them.'),
  })
  .meta({ id: 'GoogleDayFigures' })

export const DomainPostmaster = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    google: z.object({
      state: z
        .enum(GOOGLE_STATES)
        .describe(
          'off: this installation has no credentials for Google. unproven: the project has not verified the domain. waiting: Google was not asked yet. missing: the account of this installation does not have the domain. unreadable: it may not read it. failing: the last request failed. good: figures come.',
        ),
      problem: z.string().nullable().describe('The answer of Google about this domain, if it refused any.'),
      askedAt: z.iso.datetime().nullable(),
      compliance: StoredCompliance.describe(
        'Whether Google takes the domain for one that follows its rules for senders; null if it does not say.',
      ),
      days: z
        .array(GoogleDayFigures)
        .describe('Days with figures, oldest first. Google has none for days with little email.'),
    }),
  })
  .meta({ id: 'DomainPostmaster' })

const sourceFields = {
  state: z
    .enum(SOURCE_STATES)
    .describe(
      'off: the setting is missing. waiting: not asked yet. failing: since `failingSince`, because of `problem`.',
    ),
  succeededAt: z.iso.datetime().nullable().describe('When it last answered all questions.'),
  failingSince: z.iso.datetime().nullable(),
  problem: z.string().nullable().describe('Why the last request failed.'),
  nextAt: z.iso.datetime().nullable().describe('When it is asked next; null if it is off.'),
}

export const InstancePostmaster = z
  .object({
    google: z.object({
      ...sourceFields,
      account: z
        .string()
        .nullable()
        .describe('The service account, which needs to be a user of each domain in Google Postmaster Tools.'),
      domains: z
        .array(
          z.object({
            domain: z.string(),
            isReadable: z
              .boolean()
              .describe('false: not verified at Google, or the account may not read it.'),
            isUsed: z
              .boolean()
              .describe('Whether a project has verified it here; others are not asked about.'),
            askedAt: z.iso.datetime().nullable(),
            problem: z.string().nullable(),
            lastDay: z.iso.date().nullable().describe('The last day with figures.'),
          }),
        )
        .describe('The domains of the account, at most 1,000.'),
    }),
    snds: z.object({
      ...sourceFields,
      lastDay: z.iso.date().nullable().describe('The last day with figures.'),
    }),
  })
  .meta({ id: 'InstancePostmaster' })

export const SndsQuery = inDayRange(
  z.object({
    ...dayRangeFields('the time of Microsoft'),
    address: z.union([z.ipv4(), z.ipv6()], 'must be an IP address').optional().describe('Only this address.'),
  }),
)

export const SndsFigures = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    blocks: z
      .array(
        z.object({
          first: z.string(),
          last: z.string().describe('The last address of the range.'),
          reason: z.string().describe('In the words of Microsoft.'),
          since: z.iso.datetime().describe('When it was first seen here.'),
        }),
      )
      .describe('The addresses that Microsoft blocks now, at most 1,000 ranges.'),
    days: z
      .array(
        z.object({
          date: z.iso.date(),
          address: z.string(),
          verdict: z
            .enum(SNDS_VERDICTS)
            .describe(
              'How much of the email the filters took for spam: less than 10 %, up to 90 %, or more.',
            ),
          complaintRate: z
            .string()
            .describe('In the words of Microsoft, such as `< 0.1%`; empty if unknown.'),
          trapHits: z.int().describe('Emails to spam traps.'),
          recipients: z.int().describe('Recipients of all emails.'),
          rcptCommands: z.int().describe('RCPT commands, also those that were refused.'),
          dataCommands: z.int(),
          sampleHelo: z.string().describe('A name by which the address introduced itself.'),
          sampleSender: z.string(),
          comments: z.string(),
        }),
      )
      .describe('At most 5,000, the latest first. Microsoft has none for days with less than 100 emails.'),
  })
  .meta({ id: 'SndsFigures' })
