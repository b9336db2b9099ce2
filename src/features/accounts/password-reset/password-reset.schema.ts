import { z } from 'zod'
import { AccountEmail, NewPassword } from '../sign-in/auth.schema.ts'

// Ours have 43 characters.
const LONGEST_TOKEN = 100

const Token = z
  .string()
  .min(1, 'must not be empty')
  .max(LONGEST_TOKEN)
  .describe('The token in the link of the email.')

export const PasswordResetRequest = z
  .object({ email: AccountEmail.describe('Address of the account.') })
  .meta({ id: 'PasswordResetRequest' })

/** The job that emails the link. `email` is in lower case, and may have no account. */
export const PasswordResetPayload = z.object({
  id: z.string().brand<'password reset'>(),
  email: z.string(),
  ip: z.string(),
  requestedAt: z.iso.datetime(),
})
export type PasswordResetPayload = z.output<typeof PasswordResetPayload>

export const PasswordResetToken = z.object({ token: Token }).meta({ id: 'PasswordResetToken' })

export const PasswordReset = z
  .object({
    email: z.string().describe('Address of the account that gets the new password.'),
    expiresAt: z.iso.datetime().describe('When the link stops working.'),
  })
  .meta({ id: 'PasswordReset' })

export const PasswordResetComplete = z
  .object({ token: Token, newPassword: NewPassword })
  .meta({ id: 'PasswordResetComplete' })
