import { z } from 'zod'
import { MemberRole } from '../../platform/access/member-role.schema.ts'
import { AccountEmail, NewPassword, PersonName } from './sign-in/auth.schema.ts'

const ProjectOfUser = z
  .object({ id: z.string(), name: z.string(), role: MemberRole })
  .meta({ id: 'ProjectOfUser' })

export const Account = z
  .object({
    success: z.literal(true),
    data: z.object({
      user: z.object({
        id: z.string(),
        email: z.string(),
        name: z.string(),
        twoFactorEnabled: z.boolean(),
        isOperator: z
          .boolean()
          .describe('Whether the person runs this installation and may create projects.'),
      }),
      projects: z.array(ProjectOfUser).describe('The projects of the person, oldest first.'),
      instance: z
        .object({
          version: z.string(),
          transport: z.string().describe('Where email goes: inbox (it stays on this machine) or smtp.'),
          publicUrl: z.string(),
          smtpPort: z
            .int()
            .nullable()
            .describe('Where programs hand in email by SMTP, with STARTTLS; null: it is off.'),
          retention: z
            .object({
              emailDays: z.int().describe('Records of emails with their history.'),
              contentDays: z.int().describe('Contents of emails.'),
              eventDays: z.int().describe('Events.'),
              executionDays: z.int().describe('Executions of workflows that have ended.'),
            })
            .describe('For how many days data is kept at least. The operator decides.'),
        })
        .describe('This installation of Lettermill.'),
    }),
  })
  .meta({ id: 'Account' })

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
  })
  .meta({ id: 'Setup' })

export const ProjectsOfUser = z.object({ projects: z.array(ProjectOfUser) }).meta({ id: 'ProjectsOfUser' })

export const NewProject = ProjectOfUser.extend({
  secretKey: z.string().describe('The first secret key of the project, shown only once.'),
  publicKey: z.string().describe('The first public key of the project.'),
}).meta({ id: 'NewProject' })
