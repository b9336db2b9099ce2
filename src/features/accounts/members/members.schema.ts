import { z } from 'zod'
import { listFields, nameListFields, PageQuery } from '../../../platform/http/replies/paging.schema.ts'
import { MemberRole } from '../../../platform/access/member-role.schema.ts'
import { AccountEmail, CurrentPassword, PersonName } from '../sign-in/auth.schema.ts'

export const Member = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    role: MemberRole,
    twoFactorEnabled: z.boolean().describe('Whether the member signs in with a second factor.'),
    createdAt: z.iso.datetime().describe('When the person became a member.'),
  })
  .meta({ id: 'Member' })

export const MemberList = z.object({ members: z.array(Member), ...listFields }).meta({ id: 'MemberList' })

export const MemberListQuery = PageQuery.extend({
  ...nameListFields,
  search: nameListFields.search.describe('Part of the name or the address; case-insensitive.'),
  sort: nameListFields.sort.describe(
    'The order: by the creation of the account or by name (case-insensitive); a hyphen reverses it. A cursor belongs to one order.',
  ),
})

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
    .describe('Link to the page for accepting the invitation. Shown only once; null in a replayed response.'),
  emailed: z.boolean().describe('Whether the link was emailed to the address. If not, pass it on yourself.'),
}).meta({ id: 'NewInvitation' })

export const InvitationCreate = z
  .object({ email: AccountEmail.describe('Address of the invited person.'), role: MemberRole })
  .meta({ id: 'InvitationCreate' })

// Ours have 43 characters.
const LONGEST_TOKEN = 100

export const InvitationAccept = z
  .object({
    token: z.string().min(1, 'must not be empty').max(LONGEST_TOKEN).describe('The token in the link.'),
    password: CurrentPassword.describe(
      'A new password of 12 to 128 characters, or the password of the existing account.',
    ),
    name: PersonName.optional().describe('Name of the person. Required unless the address has an account.'),
  })
  .meta({ id: 'InvitationAccept' })
