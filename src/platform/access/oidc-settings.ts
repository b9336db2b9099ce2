// Settings of sign-in with OpenID Connect, part of config.ts.
import { z } from 'zod'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** It transmits codes and tokens, so it is https; a provider on this machine may do without. */
const issuer = z
  .url({ protocol: /^https?$/, error: 'must be an https address' })
  .refine(
    (text) => text.startsWith('https:') || LOOPBACK.has(new URL(text).hostname),
    'must begin with https:',
  )

const domains = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim().toLowerCase()))
  .refine(
    (parts) => parts.every((part) => z.hostname().safeParse(part).success && part.includes('.')),
    'must be a comma-separated list of domains, such as example.com,example.org',
  )

export const oidcSettings = z.object({
  OIDC_ISSUER: issuer
    .optional()
    .describe(
      'Address of an OpenID Connect provider to sign in with, such as https://login.example.com/realms/staff. Requires OIDC_CLIENT_ID and OIDC_CLIENT_SECRET. The address to register there is PUBLIC_URL with /auth/callback/oidc.',
    ),
  OIDC_CLIENT_ID: z.string().min(1).optional().describe('Client id that the provider gave to this server.'),
  OIDC_CLIENT_SECRET: z.string().min(1).optional().describe('Client secret that belongs to it.'),
  OIDC_NAME: z
    .string()
    .min(1)
    .max(40, 'must have at most 40 characters')
    .default('single sign-on')
    .describe('Name of the provider on the button of the sign-in page.'),
  OIDC_ALLOWED_DOMAINS: domains
    .optional()
    .describe(
      'Domains whose addresses may sign in with the provider: a comma-separated list. Default: all; people need an account or an invitation in any case.',
    ),
})

/** Settings that require others. */
export const OIDC_NEEDS: readonly (readonly [string, string])[] = [
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_SECRET'],
  ['OIDC_CLIENT_ID', 'OIDC_ISSUER'],
  ['OIDC_CLIENT_SECRET', 'OIDC_ISSUER'],
  ['OIDC_ALLOWED_DOMAINS', 'OIDC_ISSUER'],
]
