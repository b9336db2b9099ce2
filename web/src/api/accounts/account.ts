import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  AccountPatch,
  Account as AccountSchema,
  NewProject,
  Setup,
} from '../../../../src/features/accounts/accounts.schema.ts'
import type { AccountSession as AccountSessionSchema } from '../../../../src/features/accounts/own-sessions/own-sessions.schema.ts'
import type { ProjectCreate } from '../../../../src/features/projects/projects.schema.ts'
import type { InvitationAccept } from '../../../../src/features/accounts/members/members.schema.ts'
import type {
  BackupCodes,
  PasswordChange,
  PasswordProof,
  SignedIn,
  SignIn,
  TotpSecret,
} from '../../../../src/features/accounts/sign-in/auth.schema.ts'
import type {
  PasswordReset,
  PasswordResetComplete,
  PasswordResetRequest,
} from '../../../../src/features/accounts/password-reset/password-reset.schema.ts'
import type {
  OidcRedirect,
  SignInMethods,
} from '../../../../src/features/accounts/sign-in/oidc/oidc.schema.ts'
import type { Role as RoleOfMember } from '../../../../src/platform/access/member-role.values.ts'
import { call } from '../client/client.ts'

export type Role = RoleOfMember

export type Account = z.infer<typeof AccountSchema>['data']

/** The signed-in user. A 401 leads to the sign-in page, so this does not wait for a session. */
export const accountQuery = queryOptions({
  queryKey: ['account'] as const,
  queryFn: async ({ signal }) =>
    (await call<{ data: Account }>('/account', { signal, waitsForSession: false })).data,
  staleTime: 60_000,
  retry: false,
})

/** A 401, as for a wrong password, is one that a new session would not change: the sign-in dialog stays closed. */
const post = <T>(path: string, body: unknown) =>
  call<T>(path, { method: 'POST', body, waitsForSession: false })

/** An account with a second factor is not signed in yet afterwards. */
export const signIn = (body: z.input<typeof SignIn>) =>
  post<z.infer<typeof SignedIn>>('/auth/sign-in/email', body)

export const signInMethodsQuery = queryOptions({
  queryKey: ['sign-in-methods'] as const,
  queryFn: ({ signal }) =>
    call<z.infer<typeof SignInMethods>>('/auth/methods', { signal, waitsForSession: false }),
  staleTime: Infinity,
})

/** Returns the URL of the provider's page, which leads back to `next`. */
export const startProviderSignIn = (next: string | undefined) =>
  post<z.infer<typeof OidcRedirect>>('/auth/sign-in/oidc', { next })

export const verifyCode = (code: string) => post<unknown>('/auth/two-factor/verify-totp', { code })

export const signOut = () => post<unknown>('/auth/sign-out', {})

export const setUp = (body: z.input<typeof Setup>) => post<unknown>('/setup', body)

export const acceptInvitation = (body: z.input<typeof InvitationAccept>) =>
  post<unknown>('/invitations/accept', body)

export const requestPasswordReset = (body: z.input<typeof PasswordResetRequest>) =>
  post<unknown>('/auth/password-reset', body)

/** A link for a new password. */
export const passwordResetQuery = (token: string) =>
  queryOptions({
    queryKey: ['password-reset', token] as const,
    queryFn: () => post<z.infer<typeof PasswordReset>>('/auth/password-reset/check', { token }),
    staleTime: Infinity,
    retry: false,
  })

export const completePasswordReset = (body: z.input<typeof PasswordResetComplete>) =>
  post<unknown>('/auth/password-reset/complete', body)

/** The built-in inbox stores emails: only transports of a project send any. */
export const isInbox = ({ instance }: Account): boolean => instance.transport.startsWith('inbox')

export const createProject = (body: z.input<typeof ProjectCreate>) =>
  call<z.infer<typeof NewProject>>('/projects', { method: 'POST', body })

export const changeAccount = async (body: z.input<typeof AccountPatch>) =>
  (await call<{ data: Account }>('/account', { method: 'PATCH', body })).data

export type AccountSession = z.infer<typeof AccountSessionSchema>

/** The browsers in which the person is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: ['account-sessions'] as const,
  queryFn: async ({ signal }) =>
    (await call<{ sessions: AccountSession[] }>('/account/sessions', { signal })).sessions,
})

export const endSession = (id: string) => call<undefined>(`/account/sessions/${id}`, { method: 'DELETE' })

export const endOtherSessions = () => call<undefined>('/account/sessions', { method: 'DELETE' })

type Proof = z.input<typeof PasswordProof>

export const changePassword = (body: z.input<typeof PasswordChange>) =>
  post<unknown>('/auth/change-password', body)

export const enableSecondFactor = (body: Proof) =>
  post<z.infer<typeof TotpSecret>>('/auth/two-factor/enable', body)

export const disableSecondFactor = (body: Proof) => post<unknown>('/auth/two-factor/disable', body)

export const createBackupCodes = (body: Proof) =>
  post<z.infer<typeof BackupCodes>>('/auth/two-factor/generate-backup-codes', body)
