import type { z } from 'zod'
import type {
  BackupCodes,
  PasswordChange,
  PasswordProof,
  TotpSecret,
} from '../../../../src/features/accounts/sign-in/auth.schema.ts'
import { call } from '../client/client.ts'

type Proof = z.input<typeof PasswordProof>

/** A wrong password is a 401 that a new session would not change, so the sign-in dialog stays closed. */
const post = <T>(path: string, body: unknown) =>
  call<T>(path, { method: 'POST', body, waitsForSession: false })

export const changePassword = (body: z.input<typeof PasswordChange>) =>
  post<unknown>('/auth/change-password', body)

export const enableSecondFactor = (body: Proof) =>
  post<z.infer<typeof TotpSecret>>('/auth/two-factor/enable', body)

export const disableSecondFactor = (body: Proof) => post<unknown>('/auth/two-factor/disable', body)

export const createBackupCodes = (body: Proof) =>
  post<z.infer<typeof BackupCodes>>('/auth/two-factor/generate-backup-codes', body)
