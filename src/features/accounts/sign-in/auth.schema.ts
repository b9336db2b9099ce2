import { z } from 'zod'
import { EmailField } from '../../../platform/addresses/email-address.schema.ts'
import { textUpTo } from '../../../platform/schemas/bounded.schema.ts'

// Long enough that nobody guesses it; short enough that hashing it costs nothing extra.
export const SHORTEST_PASSWORD = 12
export const LONGEST_PASSWORD = 128

const Plain = z.email()

/** An address to sign in with: the sign-in library knows fewer forms of addresses than email has. */
export const AccountEmail = EmailField.refine(
  (address) => Plain.safeParse(address).success,
  'must be a plain address of ASCII letters, digits and . _ % + -',
)

export const GivenPassword = textUpTo(LONGEST_PASSWORD).min(1, 'must not be empty')

export const NewPassword = textUpTo(LONGEST_PASSWORD)
  .min(SHORTEST_PASSWORD, `must have at least ${SHORTEST_PASSWORD} characters`)
  .describe(`${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters.`)

export const PersonName = textUpTo(100).trim().min(1, 'must not be empty').describe('Name of the person.')

export const SignIn = z
  .object({
    email: textUpTo(254).min(1, 'must not be empty').describe('Address of the account.'),
    password: GivenPassword.describe('Password of the account.'),
    rememberMe: z
      .boolean()
      .optional()
      .describe('false ends the session when the browser is closed. Default: true.'),
  })
  .meta({ id: 'SignIn' })

export const AuthUser = z
  .object({ id: z.string(), email: z.string(), name: z.string() })
  .meta({ id: 'AuthUser' })

export const SignedIn = z
  .object({
    user: AuthUser.optional().describe('Who is signed in now; missing if a second step is needed.'),
    twoFactorRedirect: z
      .boolean()
      .optional()
      .describe('true if the account has a second factor: call POST /auth/two-factor/verify-totp next.'),
    twoFactorMethods: z.array(z.string()).optional().describe('What the second step can be.'),
  })
  .meta({ id: 'SignedIn' })

export const PasswordChange = z
  .object({
    currentPassword: GivenPassword.describe('The password so far.'),
    newPassword: NewPassword,
  })
  .meta({ id: 'PasswordChange' })

export const PasswordProof = z
  .object({ password: GivenPassword.describe('The password of the account.') })
  .meta({ id: 'PasswordProof' })

export const TotpSecret = z
  .object({
    totpURI: z.string().describe('Shown as a QR code, for an authenticator app.'),
    backupCodes: z.array(z.string()).describe('One-time codes for the day the app is lost. Shown only once.'),
  })
  .meta({ id: 'TotpSecret' })

export const TotpCode = z
  .object({
    code: textUpTo(20).min(1, 'must not be empty').describe('The code that the authenticator app shows.'),
    trustDevice: z
      .boolean()
      .optional()
      .describe('true leaves out the second step on this browser for 30 days. Default: false.'),
  })
  .meta({ id: 'TotpCode' })

export const BackupCode = z
  .object({ code: textUpTo(50).min(1, 'must not be empty').describe('One of the backup codes.') })
  .meta({ id: 'BackupCode' })

export const BackupCodes = z.object({ backupCodes: z.array(z.string()) }).meta({ id: 'BackupCodes' })

export const Done = z.object({ success: z.literal(true) }).meta({ id: 'Done' })
