import type { z } from 'zod'
import type { ExamplesOf } from '../../platform/http/openapi/openapi-examples.ts'
import type * as oidcSchemas from './sign-in/oidc/oidc.schema.ts'
import type * as resetSchemas from './password-reset/password-reset.schema.ts'
import type * as accountsSchemas from './accounts.schema.ts'
import type * as sessionSchemas from './own-sessions/own-sessions.schema.ts'
import type * as auditSchemas from './audit/audit.schema.ts'
import type * as membersSchemas from './members/members.schema.ts'
import type * as authSchemas from './sign-in/auth.schema.ts'

const USER = '019c2f00-11aa-7c01-8d20-7b1f8a3c5e10'
const PROJECT = '019c2f00-0a41-7d9e-9b13-2f64c0de8a77'
const TOKEN = 'EXAMPLE-the-token-in-the-link'
const PASSWORD = 'correct horse battery staple'

const project = { id: PROJECT, name: 'Shop', role: 'owner' as const, alertEmails: true }
const user = { id: USER, email: 'ada@shop.example', name: 'Ada' }
const backupCodes: z.output<typeof authSchemas.BackupCodes> = { backupCodes: ['EXMPL-aaaaa', 'EXMPL-bbbbb'] }

const member: z.output<typeof membersSchemas.Member> = {
  id: USER,
  email: 'ada@shop.example',
  name: 'Ada',
  role: 'owner',
  twoFactorEnabled: true,
  createdAt: '2026-02-02T09:00:00.000Z',
}

const invitation: z.output<typeof membersSchemas.Invitation> = {
  id: '019c2f10-77b3-7a25-9f4e-1c0d5b6a8e92',
  email: 'grace@shop.example',
  role: 'member',
  invitedBy: 'ada@shop.example',
  createdAt: '2026-02-02T09:20:00.000Z',
  expiresAt: '2026-02-09T09:20:00.000Z',
}

const entry: z.output<typeof auditSchemas.AuditEntry> = {
  id: '019c2f12-90d0-7e44-8b11-4f7a2c6d9e03',
  action: 'key.created',
  actor: { kind: 'user', id: USER, name: 'ada@shop.example' },
  target: 'Billing service',
  ipAddress: '192.0.2.10',
  createdAt: '2026-02-02T09:10:00.000Z',
}

const accountSession: z.output<typeof sessionSchemas.AccountSession> = {
  id: '019c2f00-33bb-7d12-9e31-5a6b7c8d9e0f',
  isCurrent: true,
  device: 'Firefox on Windows',
  network: '192.0.2.10',
  createdAt: '2026-02-02T09:00:00.000Z',
  lastUsedAt: '2026-02-03T14:10:00.000Z',
  expiresAt: '2026-02-10T09:00:00.000Z',
}

export const accountExamples = {
  Account: {
    success: true,
    data: {
      user: {
        id: USER,
        email: 'ada@shop.example',
        name: 'Ada',
        twoFactorEnabled: false,
        isOperator: true,
      },
      projects: [project],
      instance: {
        version: '0.2.0',
        transport: 'inbox',
        publicUrl: 'https://mail.shop.example',
        smtpPort: 2587,
        retention: { emailDays: 365, contentDays: 45, eventDays: 395, executionDays: 90 },
      },
    },
  },
  MembershipPatch: { alertEmails: false },
  AccountPatch: { name: 'Ada Lovelace' },
  AccountSession: accountSession,
  AccountSessionList: { sessions: [accountSession] },
  Setup: {
    token: TOKEN,
    email: 'ada@shop.example',
    password: PASSWORD,
    name: 'Ada',
    timezone: 'Europe/Amsterdam',
  },
  ProjectsOfUser: { projects: [project] },
  ProjectOfUser: project,
  NewProject: {
    ...project,
    secretKey: 'sk_EXAMPLE-the-full-key-is-shown-only-once',
    publicKey: 'pk_EXAMPLE-the-full-key',
  },
  ProjectCreate: { name: 'Shop', timezone: 'Europe/Amsterdam' },
  SignIn: { email: 'ada@shop.example', password: PASSWORD },
  SignedIn: { user },
  AuthUser: user,
  PasswordChange: {
    currentPassword: PASSWORD,
    newPassword: 'a new and longer pass phrase',
  },
  PasswordProof: { password: PASSWORD },
  TotpSecret: {
    totpURI: 'otpauth://totp/Lettermill:ada%40shop.example?secret=EXAMPLE&issuer=Lettermill',
    ...backupCodes,
  },
  TotpCode: { code: '123456' },
  BackupCode: { code: 'EXMPL-aaaaa' },
  BackupCodes: backupCodes,
  Done: { success: true },
  OidcSignIn: { next: `/app/${PROJECT}/emails` },
  OidcRedirect: {
    url: 'https://login.shop.example/authorize?client_id=lettermill&response_type=code',
  },
  SignInMethods: { oidc: { name: 'Shop login' }, passwordReset: 'email', hasAccounts: true },
  PasswordResetRequest: { email: 'ada@shop.example' },
  PasswordResetToken: { token: TOKEN },
  PasswordReset: { email: 'ada@shop.example', expiresAt: '2026-02-02T09:40:00.000Z' },
  PasswordResetComplete: { token: TOKEN, newPassword: 'a new and longer pass phrase' },
  Member: member,
  MemberList: { members: [member], cursor: null, hasMore: false, total: 1 },
  MemberPatch: { role: 'viewer' },
  Invitation: invitation,
  InvitationList: {
    invitations: [invitation],
    cursor: null,
    hasMore: false,
    total: 1,
  },
  NewInvitation: {
    ...invitation,
    link: `https://mail.shop.example/invite/${TOKEN}`,
    emailed: true,
  },
  InvitationCreate: { email: 'grace@shop.example', role: 'member' },
  InvitationAccept: { token: TOKEN, password: PASSWORD, name: 'Grace' },
  AuditEntry: entry,
  AuditList: { entries: [entry], cursor: null, hasMore: false, total: 1 },
} satisfies ExamplesOf<
  typeof accountsSchemas &
    typeof membersSchemas &
    typeof authSchemas &
    typeof oidcSchemas &
    typeof resetSchemas &
    typeof sessionSchemas
>
