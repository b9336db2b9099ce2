import { z } from 'zod'
import { dashboardPageOf } from '../../../../platform/schemas/dashboard-page.schema.ts'
import { textUpTo } from '../../../../platform/schemas/bounded.schema.ts'

/** Why signing in with the provider did not work; the sign-in page says it in words. */
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
  .object({ url: z.string().describe('Where the browser has to go next.') })
  .meta({ id: 'OidcRedirect' })

export const SignInMethods = z
  .object({
    oidc: z
      .object({ name: z.string().describe('What the provider is called: OIDC_NAME.') })
      .nullable()
      .describe('The OpenID Connect provider of this server; null if it has none.'),
  })
  .meta({ id: 'SignInMethods' })

// A code of some providers has a kilobyte; ours of the state has 32 characters.
const LONGEST_PARAMETER = 4_000

/** What the provider sends the browser back with. */
export const OidcCallbackQuery = z.object({
  code: z.string().max(LONGEST_PARAMETER).optional().describe('The code that stands for the sign-in.'),
  state: z.string().max(LONGEST_PARAMETER).optional().describe('What this server gave to the browser.'),
  iss: z.string().max(LONGEST_PARAMETER).optional().describe('The provider.'),
  error: z.string().max(LONGEST_PARAMETER).optional().describe('Why there is no code.'),
})
