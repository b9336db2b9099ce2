import { z } from 'zod'

export const AccountSession = z
  .object({
    id: z.string(),
    isCurrent: z.boolean().describe('Whether it is the session of this request.'),
    device: z
      .string()
      .nullable()
      .describe('Browser and system, as the browser named itself when it signed in; null if unknown.'),
    network: z
      .string()
      .nullable()
      .describe('Network of the sign-in: an IPv4 address, or the /64 of an IPv6 address.'),
    createdAt: z.iso.datetime().describe('When the user signed in.'),
    lastUsedAt: z.iso.datetime().describe('The last request, to ten minutes.'),
    expiresAt: z.iso.datetime().describe('When it ends without further use.'),
  })
  .meta({ id: 'AccountSession' })

export const AccountSessionList = z
  .object({ sessions: z.array(AccountSession).describe('The last used first.') })
  .meta({ id: 'AccountSessionList' })
