import { z } from 'zod'
import { EmailField } from '../../../platform/addresses/email-address.schema.ts'
import { textUpTo } from '../../../platform/schemas/bounded.schema.ts'

// Long enough not to be guessed, short enough that hashing costs nothing extra.
export const SHORTEST_PASSWORD = 12
export const LONGEST_PASSWORD = 128

const Plain = z.email()

/** Narrower than an email address: the sign-in library accepts fewer forms. */
export const AccountEmail = EmailField.refine(
  (address) => Plain.safeParse(address).success,
  'must be a plain address of ASCII letters, digits and . _ % + -',
)

export const CurrentPassword = textUpTo(LONGEST_PASSWORD).min(1, 'must not be empty')

export const NewPassword = textUpTo(LONGEST_PASSWORD)
  .min(SHORTEST_PASSWORD, `must have at least ${SHORTEST_PASSWORD} characters`)
  .describe(`${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters.`)

export const PersonName = textUpTo(100).trim().min(1, 'must not be empty').describe('Name of the person.')

export const SignIn = z
  .object({
    email: textUpTo(254).min(1, 'must not be empty').describe('Address of the account.'),
    password: CurrentPassword.describe('Password of the account.'),
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
    user: AuthUser.optional().describe('The signed-in user; missing if a second factor is needed.'),
    twoFactorRedirect: z
      .boolean()
      .optional()
      .describe('true if the account has a second factor: call POST /auth/two-factor/verify-totp next.'),
    twoFactorMethods: z.array(z.string()).optional().describe('Available second factors.'),
  })
  .meta({ id: 'SignedIn' })

export const PasswordChange = z
  .object({
    currentPassword: CurrentPassword.describe('The current password.'),
    newPassword: NewPassword,
  })
  .meta({ id: 'PasswordChange' })

export const PasswordProof = z
  .object({ password: CurrentPassword.describe('The password of the account.') })
  .meta({ id: 'PasswordProof' })

export const TotpSecret = z
  .object({
    totpURI: z.string().describe('URI for an authenticator app, usually shown as a QR code.'),
    backupCodes: z
      .array(z.string())
      .describe('One-time codes for signing in without the app. Shown only once.'),
  })
  .meta({ id: 'TotpSecret' })

export const TotpCode = z
  .object({
    code: textUpTo(20).min(1, 'must not be empty').describe('The code that the authenticator app shows.'),
    trustDevice: z
      .boolean()
      .optional()
      .describe('true skips the second factor in this browser for 30 days. Default: false.'),
  })
  .meta({ id: 'TotpCode' })

export const BackupCode = z
  .object({ code: textUpTo(50).min(1, 'must not be empty').describe('One of the backup codes.') })
  .meta({ id: 'BackupCode' })

export const BackupCodes = z.object({ backupCodes: z.array(z.string()) }).meta({ id: 'BackupCodes' })

export const Done = z.object({ success: z.literal(true) }).meta({ id: 'Done' })
