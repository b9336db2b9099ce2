import type { z } from 'zod'
import type { Account, NewProject, ProjectsOfUser, Setup } from './accounts.schema.ts'
import type { AuditEntry, AuditList } from './audit/audit.schema.ts'
import type {
  Invitation,
  InvitationAccept,
  InvitationCreate,
  InvitationList,
  Member,
  MemberList,
  MemberPatch,
  NewInvitation,
} from './members/members.schema.ts'
import type {
  BackupCode,
  BackupCodes,
  Done,
  PasswordChange,
  PasswordProof,
  SignedIn,
  SignIn,
  TotpCode,
  TotpSecret,
} from './sign-in/auth.schema.ts'
import type { OidcRedirect, OidcSignIn, SignInMethods } from './sign-in/oidc/oidc.schema.ts'

const USER = '019c2f00-11aa-7c01-8d20-7b1f8a3c5e10'
const PROJECT = '019c2f00-0a41-7d9e-9b13-2f64c0de8a77'
const TOKEN = 'EXAMPLE-the-token-in-the-link'
const PASSWORD = 'correct horse battery staple'

const project = { id: PROJECT, name: 'Shop', role: 'owner' as const }

const account: z.output<typeof Account> = {
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
      version: '0.1.0',
      transport: 'inbox',
      publicUrl: 'https://mail.shop.example',
      smtpPort: 2587,
      retention: { emailDays: 365, contentDays: 45, eventDays: 395, executionDays: 90 },
    },
  },
}

const setup: z.input<typeof Setup> = {
  token: TOKEN,
  email: 'ada@shop.example',
  password: PASSWORD,
  name: 'Ada',
}

const projects: z.output<typeof ProjectsOfUser> = { projects: [project] }

const newProject: z.output<typeof NewProject> = {
  ...project,
  secretKey: 'sk_EXAMPLE-the-full-key-is-shown-only-once',
  publicKey: 'pk_EXAMPLE-the-full-key',
}

const signIn: z.input<typeof SignIn> = { email: 'ada@shop.example', password: PASSWORD }
const signedIn: z.output<typeof SignedIn> = { user: { id: USER, email: 'ada@shop.example', name: 'Ada' } }
const passwordChange: z.input<typeof PasswordChange> = {
  currentPassword: PASSWORD,
  newPassword: 'a new and longer pass phrase',
}
const proof: z.input<typeof PasswordProof> = { password: PASSWORD }
const backupCodes: z.output<typeof BackupCodes> = { backupCodes: ['EXMPL-aaaaa', 'EXMPL-bbbbb'] }
const totpSecret: z.output<typeof TotpSecret> = {
  totpURI: 'otpauth://totp/Lettermill:ada%40shop.example?secret=EXAMPLE&issuer=Lettermill',
  ...backupCodes,
}
const totpCode: z.input<typeof TotpCode> = { code: '123456' }
const backupCode: z.input<typeof BackupCode> = { code: 'EXMPL-aaaaa' }
const done: z.output<typeof Done> = { success: true }
const oidcSignIn: z.input<typeof OidcSignIn> = { next: `/app/${PROJECT}/emails` }
const oidcRedirect: z.output<typeof OidcRedirect> = {
  url: 'https://login.shop.example/authorize?client_id=lettermill&response_type=code',
}
const methods: z.output<typeof SignInMethods> = { oidc: { name: 'Shop login' } }

const member: z.output<typeof Member> = {
  id: USER,
  email: 'ada@shop.example',
  name: 'Ada',
  role: 'owner',
  twoFactorEnabled: true,
  createdAt: '2026-02-02T09:00:00.000Z',
}
const members: z.output<typeof MemberList> = { members: [member], cursor: null, hasMore: false, total: 1 }
const memberPatch: z.input<typeof MemberPatch> = { role: 'viewer' }

const invitation: z.output<typeof Invitation> = {
  id: '019c2f10-77b3-7a25-9f4e-1c0d5b6a8e92',
  email: 'grace@shop.example',
  role: 'member',
  invitedBy: 'ada@shop.example',
  createdAt: '2026-02-02T09:20:00.000Z',
  expiresAt: '2026-02-09T09:20:00.000Z',
}
const invitations: z.output<typeof InvitationList> = {
  invitations: [invitation],
  cursor: null,
  hasMore: false,
  total: 1,
}
const newInvitation: z.output<typeof NewInvitation> = {
  ...invitation,
  link: `https://mail.shop.example/invite/${TOKEN}`,
  emailed: true,
}
const invitationCreate: z.input<typeof InvitationCreate> = { email: 'grace@shop.example', role: 'member' }
const invitationAccept: z.input<typeof InvitationAccept> = { token: TOKEN, password: PASSWORD, name: 'Grace' }

const entry: z.output<typeof AuditEntry> = {
  id: '019c2f12-90d0-7e44-8b11-4f7a2c6d9e03',
  action: 'key.created',
  actor: { kind: 'user', id: USER, name: 'ada@shop.example' },
  target: 'Billing service',
  ipAddress: '192.0.2.10',
  createdAt: '2026-02-02T09:10:00.000Z',
}
const entries: z.output<typeof AuditList> = { entries: [entry], cursor: null, hasMore: false, total: 1 }

export const accountExamples = {
  Account: account,
  Setup: setup,
  ProjectsOfUser: projects,
  ProjectOfUser: project,
  NewProject: newProject,
  ProjectCreate: { name: 'Shop' },
  SignIn: signIn,
  SignedIn: signedIn,
  AuthUser: signedIn.user,
  PasswordChange: passwordChange,
  PasswordProof: proof,
  TotpSecret: totpSecret,
  TotpCode: totpCode,
  BackupCode: backupCode,
  BackupCodes: backupCodes,
  Done: done,
  OidcSignIn: oidcSignIn,
  OidcRedirect: oidcRedirect,
  SignInMethods: methods,
  Member: member,
  MemberList: members,
  MemberPatch: memberPatch,
  Invitation: invitation,
  InvitationList: invitations,
  NewInvitation: newInvitation,
  InvitationCreate: invitationCreate,
  InvitationAccept: invitationAccept,
  AuditEntry: entry,
  AuditList: entries,
}
