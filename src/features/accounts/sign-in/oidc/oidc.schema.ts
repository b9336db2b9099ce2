import { z } from 'zod'
import { dashboardPageOf } from '../../../../platform/schemas/dashboard-page.schema.ts'
import { textUpTo } from '../../../../platform/schemas/bounded.schema.ts'

/** Why the sign-in failed; the sign-in page has a text for each. */
export const OidcRefusal = z.enum([
  'state',
  'denied',
  'unverified',
  'domain',
  'unknown',
  'linked',
  'claims',
  'provider',
])
export type OidcRefusal = z.output<typeof OidcRefusal>

// A path of the dashboard with its filters.
const LONGEST_PATH = 2_000

export const OidcSignIn = z
  .object({
    next: textUpTo(LONGEST_PATH)
      .refine(
        (path) => dashboardPageOf(path) !== undefined,
        'must be a path of the dashboard, beginning with /app',
      )
      .optional()
      .describe('The page of the dashboard to open afterwards, a path that begins with /app. Default: /app.'),
  })
  .meta({ id: 'OidcSignIn' })

export const OidcRedirect = z
  .object({ url: z.string().describe('URL to send the browser to.') })
  .meta({ id: 'OidcRedirect' })

export const SignInMethods = z
  .object({
    oidc: z
      .object({ name: z.string().describe('Name of the provider, from OIDC_NAME.') })
      .nullable()
      .describe('The OpenID Connect provider of this server; null if it has none.'),
    passwordReset: z
      .enum(['email', 'command'])
      .describe(
        'How a forgotten password is replaced. `email`: POST /auth/password-reset sends a link. `command`: this server cannot send one, and its operator runs `lettermill accounts reset-password`.',
      ),
    hasAccounts: z
      .boolean()
      .describe('false until the set-up link of this server was used: nobody can sign in yet.'),
  })
  .meta({ id: 'SignInMethods' })

// Codes of some providers have a kilobyte; our state has 32 characters.
const LONGEST_PARAMETER = 4_000

export const OidcCallbackQuery = z.object({
  code: z.string().max(LONGEST_PARAMETER).optional().describe('The authorization code.'),
  state: z.string().max(LONGEST_PARAMETER).optional().describe('The state that this server created.'),
  iss: z.string().max(LONGEST_PARAMETER).optional().describe('The issuer.'),
  error: z.string().max(LONGEST_PARAMETER).optional().describe('Why there is no code.'),
})
