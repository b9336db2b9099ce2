// A statement that writes several emails locks them in the order of their ids, and their contacts before that
// (ARCHITECTURE.md, "Lock order"). Seen from outside: while the first is held by somebody else, nothing behind it may be locked yet.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildContact, inFreshProject, makeEmail } from '../support/factories.ts'
import { drain } from '../support/jobs.ts'
import { call } from '../support/requests.ts'
import { useTestApp } from '../support/test-app.ts'
import type { TestApp } from '../support/test-app.ts'
import type { Feedback } from '../../src/platform/email/feedback/feedback.ts'
import { newId } from '../../src/platform/ids.ts'
import type { ContactId, EmailId } from '../../src/platform/ids.ts'
import {
  releaseAllEmails,
  releaseEmails,
  renewLeases,
} from '../../src/features/delivery/queue/lease.queries.ts'
import { releaseSomeHeld } from '../../src/features/delivery/holds/held-emails.queries.ts'
import { createRecorder } from '../../src/features/delivery/record/record.service.ts'
import { applyFeedback } from '../../src/features/feedback/feedback.service.ts'
import { whileHeld } from './held-row.ts'

const test = useTestApp()

const OWNER = 'this worker'

type StoredEmail = { emailId: EmailId; contactId: ContactId; address: string }

let own: TestApp
/** In the order in which they were made. */
let emails: StoredEmail[]
let first: StoredEmail

// Neither forwards nor backwards is this the order of their ids.
const MADE = [3, 0, 5, 1, 4, 2]

beforeEach(async () => {
  own = await inFreshProject(test)
  emails = []
  const ids = MADE.map(() => newId<EmailId>(test.clock.now()))
  for (const place of MADE) {
    const contact = await buildContact(own)
    const emailId = ids[place] as EmailId
    await makeEmail(own, {
      address: contact.email,
      contactId: contact.id,
      stored: { email_id: emailId, status: 'SENDING', lease_owner: OWNER, attempts: 1, fence: 1 },
    })
    emails.push({ emailId, contactId: contact.id as ContactId, address: contact.email })
  }
  first = emails[MADE.indexOf(0)] as StoredEmail
})

type Row = { table: 'contacts' | 'email_queue'; id: string }

/** The emails that the work has locked before that row. */
const lockedBefore = ({ table, id }: Row, work: () => Promise<unknown>): Promise<string[]> =>
  whileHeld({
    url: test.url,
    hold: {
      text: `select from ${table} where project_id = $1 and ${table === 'contacts' ? 'id' : 'email_id'} = $2 for update`,
      values: [own.project.projectId, id],
    },
    work,
    look: async (watcher) => {
      const { rows } = await watcher.query<{ id: string }>(
        'select email_id as id from email_queue where project_id = $1 for update skip locked',
        [own.project.projectId],
      )
      const free = new Set(rows.map((row) => row.id))
      return emails.map(({ emailId }) => emailId).filter((one) => one !== id && !free.has(one))
    },
  })

const refs = () => emails.map(({ emailId }) => ({ projectId: own.project.projectId, emailId }))

/** All at once, so that one statement writes them. */
async function record(outcome: { status: 'SENT' } | { status: 'BOUNCED'; class: 'hard' }): Promise<unknown> {
  const { clock } = own.deps
  const recorder = createRecorder({ ...own.deps, owner: OWNER })
  return Promise.all(
    emails.map((email) =>
      recorder.record({
        ...email,
        ...outcome,
        projectId: own.project.projectId,
        fence: 1,
        attempt: 1,
        subject: null,
        isSimulated: false,
        at: clock.now(),
      }),
    ),
  )
}

const WORKS: Record<string, () => Promise<unknown>> = {
  'recording results': () => record({ status: 'SENT' }),
  'recording bounces': () => record({ status: 'BOUNCED', class: 'hard' }),
  'renewing leases': () =>
    renewLeases(own.deps.database.db, { owner: OWNER, leaseSeconds: 60, refs: refs() }),
  'giving emails back': () =>
    releaseEmails(own.deps.database.db, {
      owner: OWNER,
      refs: refs().map((ref) => ({ ...ref, fence: 1 })),
    }),
  'giving back what a dead worker had': () => releaseAllEmails(own.deps.database.db),
}

describe('while the first email is held by somebody else', () => {
  it.each(Object.entries(WORKS))('%s locks no other', async (_name, work) => {
    expect(await lockedBefore({ table: 'email_queue', id: first.emailId }, work)).toEqual([])
  })

  it('deleting contacts, which cancels their email, locks no other', async () => {
    await releaseAllEmails(own.deps.database.db)
    const body = { action: 'delete', ids: emails.map(({ contactId }) => contactId) }
    await call(own, ['POST', '/contacts/bulk'], { body })
    const work = () => drain(own.deps)
    expect(await lockedBefore({ table: 'email_queue', id: first.emailId }, work)).toEqual([])
    const { rows } = await sql`select from emails where status = 'CANCELLED' and contact_id is null
      and project_id = ${own.project.projectId}`.execute(own.deps.database.db)
    expect(rows).toHaveLength(MADE.length)
  })
})

describe('while the first held email is locked by somebody else', () => {
  it('judging held email anew locks no other', async () => {
    const { db } = own.deps.database
    await releaseAllEmails(db)
    await sql`
      update email_queue set status = 'SCHEDULED', held_for = 'cap', run_at = now() + interval '1 day'
      where project_id = ${own.project.projectId}`.execute(db)
    const work = () => releaseSomeHeld(db, { projectId: own.project.projectId, now: own.deps.clock.now() })
    expect(await lockedBefore({ table: 'email_queue', id: first.emailId }, work)).toEqual([])
  })
})

describe('while a contact is held by somebody else', () => {
  it('recording bounces locks no email', async () => {
    const work = () => record({ status: 'BOUNCED', class: 'hard' })
    expect(await lockedBefore({ table: 'contacts', id: first.contactId }, work)).toEqual([])
  })

  it('a complaint does not lock its email', async () => {
    const feedback: Feedback = {
      kind: 'complaint',
      recipients: [
        {
          address: first.address,
          class: 'soft',
          code: null,
          reason: 'spam',
          action: null,
          isFinal: true,
        },
      ],
      originalMessageId: null,
      originalSenders: [],
      reportedTo: null,
      feedbackType: 'abuse',
    }
    const ref = { projectId: own.project.projectId, emailId: first.emailId }
    const work = () =>
      applyFeedback(own.deps.database.db, ref, { feedback, secrets: own.deps.secrets, now: test.clock.now() })
    expect(await lockedBefore({ table: 'contacts', id: first.contactId }, work)).toEqual([])
    const { rows } = await sql<{ status: string }>`
      select status from emails where id = ${first.emailId}`.execute(own.deps.database.db)
    expect(rows).toEqual([{ status: 'COMPLAINED' }])
  })
})
