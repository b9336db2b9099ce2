import { z } from 'zod'
import { TimeZone } from '../../platform/time/timezone.schema.ts'
import { MemberRole } from '../../platform/access/member-role.schema.ts'
import { AccountEmail, NewPassword, PersonName } from './sign-in/auth.schema.ts'

export const ProjectOfUser = z
  .object({
    id: z.string(),
    name: z.string(),
    role: MemberRole,
    alertEmails: z
      .boolean()
      .describe(
        'Whether you want emails about alerts, such as unknown senders of your domains. Only admins and owners get them.',
      ),
  })
  .meta({ id: 'ProjectOfUser' })

export const MembershipPatch = z
  .object({ alertEmails: z.boolean().describe('Whether you want emails about alerts of the project.') })
  .meta({ id: 'MembershipPatch' })

export const Account = z
  .object({
    success: z.literal(true),
    data: z.object({
      user: z.object({
        id: z.string(),
        email: z.string(),
        name: z.string(),
        twoFactorEnabled: z.boolean(),
        isOperator: z.boolean().describe('Whether the user runs this installation and can create projects.'),
      }),
      projects: z.array(ProjectOfUser).describe('The projects of the user, oldest first.'),
      instance: z
        .object({
          version: z.string(),
          transport: z
            .string()
            .describe('How emails leave: inbox (they stay on this machine), smtp, ses or mx (own delivery).'),
          publicUrl: z.string(),
          smtpPort: z
            .int()
            .nullable()
            .describe('Port on which programs submit emails by SMTP, with STARTTLS; null if it is off.'),
          retention: z
            .object({
              emailDays: z.int().describe('Emails with their history.'),
              contentDays: z.int().describe('Contents of emails.'),
              eventDays: z.int().describe('Events.'),
              executionDays: z.int().describe('Executions of workflows that have ended.'),
            })
            .describe('How many days data is kept at least, as set by the operator.'),
        })
        .describe('This installation of Lettermill.'),
    }),
  })
  .meta({ id: 'Account' })

export const AccountPatch = z.object({ name: PersonName }).meta({ id: 'AccountPatch' })

// Ours have 43 characters.
const LONGEST_TOKEN = 100

export const Setup = z
  .object({
    token: z
      .string()
      .min(1, 'must not be empty')
      .max(LONGEST_TOKEN)
      .describe('The token in the set-up link.'),
    email: AccountEmail.describe('Address of the owner, to sign in with.'),
    password: NewPassword,
    name: PersonName,
    timezone: TimeZone.optional().describe(
      'Time zone of the person, such as Europe/Amsterdam: projects in UTC, as the first start creates one, get it. Default: they stay in UTC.',
    ),
  })
  .meta({ id: 'Setup' })

export const ProjectsOfUser = z.object({ projects: z.array(ProjectOfUser) }).meta({ id: 'ProjectsOfUser' })

export const NewProject = ProjectOfUser.extend({
  secretKey: z.string().describe('The first secret key of the project, shown only once.'),
  publicKey: z.string().describe('The first public key of the project.'),
}).meta({ id: 'NewProject' })
