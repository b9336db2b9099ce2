// Proves that the reports of a provider come back: sends emails to the addresses at which it simulates a delivery, a bounce
// and a complaint. They are real emails that leave as all others do, marked so that their outcome counts nowhere.
import type { z } from 'zod'
import { parseEmailAddress } from '../../../../platform/addresses/email-address.ts'
import { inTransaction } from '../../../../platform/db/client.ts'
import type { Db, Trx } from '../../../../platform/db/client.ts'
import type { Deps } from '../../../../platform/deps.ts'
import type { Provider } from '../../../../platform/email/feedback/providers/providers.values.ts'
import { AppError, invalidFields } from '../../../../platform/errors.ts'
import { newId } from '../../../../platform/ids.ts'
import type { EmailId, ProjectId, TransportId } from '../../../../platform/ids.ts'
import {
  addressContent,
  createEmailAnnouncer,
  insertContent,
  insertProbeEmails,
} from '../../../delivery/index.ts'
import { lockDoor } from '../doors.queries.ts'
import { findSenderDomain, replaceProbes } from './probes.queries.ts'
import type { FeedbackProve } from './probes.schema.ts'
import { probeTargetsOf } from './simulators.ts'

export type ProveInput = {
  doorId: string
  projectId: ProjectId
  /** The transport to prove; null: MAIL_TRANSPORT. */
  transportId: TransportId | null
  routeId: number
  provider: Provider | null
  request: z.infer<typeof FeedbackProve>
  /** The address of the signed-in person. */
  person: string | undefined
}

export type ProveFeedback = (db: Db | Trx, input: ProveInput) => Promise<void>

export function createProveFeedback({
  database,
  log,
  clock,
}: Pick<Deps, 'database' | 'log' | 'clock'>): ProveFeedback {
  const announcer = createEmailAnnouncer(database.db, log)
  return async (db, { doorId, projectId, transportId, routeId, provider, request, person }) => {
    const targets = probeTargetsOf(provider, request.to ?? person)
    if (!targets) throw noRecipient()
    const content = contentOf(await findSender(db, { projectId, transportId, from: request.from }))
    const now = clock.now()
    const probes = targets.map((target) => ({ ...target, emailId: newId<EmailId>(now) }))
    await inTransaction(db, async (trx) => {
      // Another proof of the same door may begin at this moment.
      await lockDoor(trx, doorId)
      await insertContent(trx, { projectId, content, blobs: [], now })
      await insertProbeEmails(trx, {
        projectId,
        contentId: content.id,
        routeId,
        emails: probes.map(({ emailId, address }) => ({ id: emailId, address })),
        now,
      })
      await replaceProbes(trx, { doorId, projectId, probes, now })
    })
    announcer.announce(projectId)
  }
}

type SenderQuery = { projectId: ProjectId; transportId: TransportId | null; from: string | undefined }

async function findSender(db: Db | Trx, { from, ...query }: SenderQuery): Promise<string> {
  const parsed = from === undefined ? undefined : parseEmailAddress(from)
  const domain = await findSenderDomain(db, { ...query, domain: parsed?.ok ? parsed.domain : undefined })
  if (domain === undefined) throw noSender(from)
  return from ?? `feedback-test@${domain}`
}

const noSender = (from: string | undefined) =>
  new AppError('VALIDATION_ERROR', {
    message:
      from === undefined
        ? 'There is no verified domain whose email leaves by this transport.'
        : `${from} is not at a verified domain whose email leaves by this transport.`,
    suggestion: 'Verify a domain, and choose the transport for it: PATCH /domains/{id}.',
    fields: [
      { field: 'from', message: 'is not at a verified domain that uses this transport', code: 'custom' },
    ],
  })

const noRecipient = () =>
  invalidFields({
    field: 'to',
    message: 'is required, because this provider simulates no delivery: the address of a person',
    code: 'required',
  })

const TEXT = [
  'This email tests whether the reports of your email provider reach Lettermill.',
  'Nothing has to be done with it.',
].join('\r\n')

const contentOf = (fromEmail: string) =>
  addressContent({
    subject: 'Test of the feedback URL',
    html: '',
    text: TEXT,
    isPlain: true,
    links: [],
    trackOpens: false,
    fromEmail,
    fromName: null,
    replyTo: null,
    headers: {},
    attachments: [],
  })
