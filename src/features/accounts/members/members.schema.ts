import { z } from 'zod'
import { listFields } from '../../../platform/http/replies/paging.schema.ts'
import { MemberRole } from '../../../platform/access/member-role.schema.ts'
import { AccountEmail, GivenPassword, PersonName } from '../sign-in/auth.schema.ts'

export const Member = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    role: MemberRole,
    twoFactorEnabled: z.boolean().describe('Whether the person signs in with a second factor.'),
    createdAt: z.iso.datetime().describe('Since when the person is a member.'),
  })
  .meta({ id: 'Member' })

export const MemberList = z.object({ members: z.array(Member), ...listFields }).meta({ id: 'MemberList' })

export const MemberPatch = z.object({ role: MemberRole }).meta({ id: 'MemberPatch' })

export const Invitation = z
  .object({
    id: z.string(),
    email: z.string(),
    role: MemberRole,
    invitedBy: z.string(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'Invitation' })

export const InvitationList = z
  .object({ invitations: z.array(Invitation), ...listFields })
  .meta({ id: 'InvitationList' })

export const NewInvitation = Invitation.extend({
  link: z
    .string()
    .nullable()
    .describe(
      'Opens the page on which the invitation is accepted. Shown only once; null in a replayed response.',
    ),
  emailed: z.boolean().describe('Whether the link was sent to the address. If not, pass it on yourself.'),
}).meta({ id: 'NewInvitation' })

export const InvitationCreate = z
  .object({ email: AccountEmail.describe('Who is invited.'), role: MemberRole })
  .meta({ id: 'InvitationCreate' })

// Ours have 43 characters.
const LONGEST_TOKEN = 100

export const InvitationAccept = z
  .object({
    token: z.string().min(1, 'must not be empty').max(LONGEST_TOKEN).describe('The token in the link.'),
    password: GivenPassword.describe(
      'A new password of 12 to 128 characters; for an address that has an account, its password.',
    ),
    name: PersonName.optional().describe('Name of the person. Required unless the address has an account.'),
  })
  .meta({ id: 'InvitationAccept' })
