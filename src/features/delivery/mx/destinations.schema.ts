import { z } from 'zod'

const Destination = z
  .object({
    name: z.string().describe('The provider of the mailboxes, or the name of the first mail server.'),
    waiting: z.int().describe('Emails that wait for it; at most 10000 are counted.'),
    state: z.object({
      status: z
        .enum(['working', 'slowed'])
        .describe('slowed: it wants less email, refuses it or cannot be reached. Nothing else waits for it.'),
      reason: z.string().nullable(),
      since: z.iso.datetime().nullable(),
      nextTryAt: z.iso.datetime().nullable(),
    }),
    limits: z.object({
      connections: z.int().describe('Maximum connections at the same time, of all nodes together.'),
      perMinute: z.int().nullable().describe('Maximum emails per minute; null: no limit.'),
    }),
    warmUp: z
      .array(
        z.object({
          localAddress: z.string().nullable().describe('null: the address that the system chooses.'),
          day: z
            .int()
            .describe('Days since the first email from this address to this destination, counted from 1.'),
          used: z.int().describe('Emails of today, with those that are about to be sent.'),
          limit: z.int().nullable().describe('The most emails of today; null: no limit.'),
        }),
      )
      .describe('The addresses that are warmed up.'),
  })
  .meta({ id: 'Destination' })

export const DestinationList = z
  .object({
    destinations: z
      .array(Destination)
      .describe('At most 100: first those that are slowed, then those with the most waiting email.'),
  })
  .meta({ id: 'DestinationList' })
