import { z } from 'zod'
import { STEPS } from './overview.values.ts'
import { ProjectHealth } from '../../delivery/health/health.schema.ts'

const counts = {
  sent: z.int().describe('Emails sent, including those that bounced later.'),
  delivered: z.int().describe('Sent emails that did not bounce.'),
  opened: z.int().describe('Emails opened at least once, by people or machines.'),
  clicked: z.int().describe('Emails with at least one click.'),
  bounced: z.int().describe('Emails that bounced.'),
  complained: z.int().describe('Emails that were reported as spam.'),
}

const DayCounts = z.object({
  date: z.string().describe('The day, in the time zone of the project.'),
  ...counts,
})
const Totals = z.object(counts)
const limit = z.object({ warning: z.number(), pause: z.number() })

export const Overview = z
  .object({
    timezone: z.string().describe('The time zone of the project, in which days begin and end.'),
    days: z.array(DayCounts).describe('The last 30 days, oldest first, today included.'),
    totals: z.object({ today: Totals, last7Days: Totals, last30Days: Totals }),
    contacts: z.object({ total: z.int(), subscribed: z.int() }),
    health: ProjectHealth,
    limits: z
      .object({ bounces: limit, complaints: limit })
      .describe('Rates that cause a warning, and rates that pause marketing emails.'),
    troubledDomains: z
      .array(
        z.object({
          id: z.string(),
          domain: z.string(),
          status: z.enum(['PENDING', 'VERIFIED', 'FAILED']),
          warning: z.string().nullable(),
        }),
      )
      .describe('Domains that are not verified, or have a warning.'),
    campaigns: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          status: z.enum(['SCHEDULED', 'SENDING', 'SENT']),
          paused: z.boolean(),
          scheduledAt: z.iso.datetime().nullable(),
          sentAt: z.iso.datetime().nullable(),
          recipients: z.int().nullable().describe('null until the recipients are determined.'),
          sent: z.int(),
          delivered: z.int(),
          opened: z.int(),
          clicked: z.int(),
        }),
      )
      .describe('Up to 5 campaigns: those being sent first, then scheduled ones, then the last sent.'),
    workflows: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          active: z.int().describe('Executions that are running or waiting.'),
          completed: z.int(),
          failed: z.int().describe('Executions that failed and can be retried.'),
        }),
      )
      .describe('Up to 5 enabled workflows, those with the most active executions first.'),
    steps: z
      .array(z.object({ step: z.enum(STEPS), done: z.boolean() }))
      .describe(
        'The first steps of a project, and whether each is done. Sample data does not count. For those who write to an audience: verify-domain, add-audience, create-template, send-test, send-campaign. For those who send from an app: create-key, send-email, add-webhook, verify-domain, set-transport.',
      ),
  })
  .meta({ id: 'Overview' })
