// Email to people who work on the project: tests of a template, and invitations. It is prepared like any other email of
// POST /v1/send, but creates and changes no contacts; who is a contact already lends its data.
import type { z } from 'zod'
import { inTransaction } from '../../platform/db/client.ts'
import type { LateDb } from '../../platform/db/transactions/late-db.ts'
import type { Deps } from '../../platform/deps.ts'
import { listByAddress } from '../contacts/index.ts'
import { createEmailAnnouncer, insertContent, insertTestEmails } from '../delivery/index.ts'
import { sampleCoupons } from '../templates/index.ts'
import { createPrepareSend } from './prepare-send.service.ts'
import type { SendCall } from './prepare-send.service.ts'
import type { TemplateTested } from './template-test.schema.ts'

type TestedEmail = z.infer<typeof TemplateTested>['emails'][number]

export type SendToAddresses = (
  late: LateDb,
  call: SendCall & { kind: 'TEST' | 'TRANSACTIONAL' },
) => Promise<TestedEmail[]>

type Parts = Pick<Deps, 'database' | 'config' | 'clock' | 'threads' | 'log'>

export function createSendToAddresses({ database, log, ...parts }: Parts): SendToAddresses {
  const prepare = createPrepareSend({ database, ...parts })
  const announcer = createEmailAnnouncer(database.db, log)
  return async (late, { kind, ...call }) => {
    const { projectId, request, sendContent, plan, call: planned, now } = await prepare(late.db, call)
    const { content } = sendContent
    // A test uses no code up.
    const variables = { ...sampleCoupons(sendContent.variables, request.data), ...planned.variables }
    const stopped = await inTransaction(await late.begin(), async (trx) => {
      await insertContent(trx, { projectId, content, blobs: [], now })
      const known = await listByAddress(trx, { projectId, emails: plan.contacts })
      const contacts = new Map(known.map(({ id, email }) => [email, id]))
      return insertTestEmails(trx, {
        projectId,
        contentId: content.id,
        source: kind,
        templateId: planned.emails[0]?.templateId ?? null,
        emails: plan.emails.map(({ id, address }) => ({
          id,
          address,
          contactId: contacts.get(address) ?? null,
          variables,
        })),
        now,
      })
    })
    announcer.announce(projectId)
    const reasons = new Map(stopped.map(({ id, reason }) => [id, reason]))
    return plan.emails.map(({ id, address }): TestedEmail => {
      const reason = reasons.get(id)
      return reason === undefined
        ? { email: address, emailId: id, status: 'QUEUED' }
        : { email: address, emailId: id, status: 'SUPPRESSED', reason }
    })
  }
}
