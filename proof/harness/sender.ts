import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { ROOT, withoutSettingsFile } from '../../test/harness/node-process.ts'
import { SECRET_KEY } from './stage.ts'
import type { Stage } from './stage.ts'

export type Sender = { key: string; from: string; projectId: string }

const run = promisify(execFile)

/** The first project, with a domain that counts as verified: its DKIM key is real, its DNS records are not. */
export const makeSender = (stage: Stage, domain: string): Promise<Sender> =>
  addDomain(stage, { key: SECRET_KEY, domain })

/** A second project, made as an operator makes one. */
export async function makeOtherSender(stage: Stage, domain: string): Promise<Sender> {
  const command = withoutSettingsFile(['projects', 'create', 'Other', '--json'])
  const { stdout } = await run(process.execPath, [path.join(ROOT, 'src/main.ts'), ...command], {
    env: { PATH: '', ...stage.settings },
  })
  const { secretKey } = JSON.parse(stdout) as { secretKey: string }
  return addDomain(stage, { key: secretKey, domain })
}

type NewDomain = { key: string; domain: string }

async function addDomain({ caller, pool }: Stage, { key, domain }: NewDomain): Promise<Sender> {
  const reply = await caller.post('/domains', { domain }, { key })
  if (reply.status !== 201) throw new Error(`POST /domains answered ${reply.status}: ${reply.body}`)
  const { id } = JSON.parse(reply.body) as { id: string }
  const { rows } = await pool.query<{ project_id: string }>(
    `update domains set status = 'VERIFIED', verified_at = now(), due_at = now() + interval '1 day'
      where id = $1 returning project_id`,
    [id],
  )
  return { key, from: `shop@${domain}`, projectId: rows[0]?.project_id ?? '' }
}

/** An email as an application sends it: the same content each time, and values of its own. */
export const orderEmail = (sender: Sender, { to, number }: { to: string; number: number }) => ({
  to,
  from: sender.from,
  subject: 'Your order {{ number }}',
  body: '<p>Dear customer,</p><p>thank you for your order {{ number }}. We will send it today.</p>',
  data: { number },
})

export type SendAnswer = { data: { emails: { email: string; status: string }[] } }

/** The id of the one email that was accepted. */
export function acceptedId(body: string): string {
  const [email] = (JSON.parse(body) as SendAnswer).data.emails
  if (email?.status !== 'QUEUED') throw new Error(`accepted, but not queued: ${body}`)
  return email.email
}
