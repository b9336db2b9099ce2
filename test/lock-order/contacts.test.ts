// A statement that writes several contacts locks them in the order of their addresses (ARCHITECTURE.md, "Lock order"). Seen
// from outside: while the first contact is held by somebody else, no other may be locked yet.
import { sql } from 'kysely'
import type pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildContact, inFreshProject, TEST_SOURCE, uploadCsv } from '../support/factories.ts'
import { drain } from '../support/jobs.ts'
import { call } from '../support/requests.ts'
import { all, buildSegment, trackMembers } from '../support/segments.ts'
import { postSend } from '../support/send-steps.ts'
import { useTestApp } from '../support/test-app.ts'
import type { TestApp } from '../support/test-app.ts'
import { inTransaction } from '../../src/platform/db/client.ts'
import { newId } from '../../src/platform/ids.ts'
import type { ContactId, EmailId, EventId } from '../../src/platform/ids.ts'
import { setSubscribed, toContactInputRow } from '../../src/features/contacts/index.ts'
import { giveCoupons } from '../../src/features/coupons/index.ts'
import { removeContacts } from '../../src/features/contacts/record/contacts.service.ts'
import { upsertContactBatch, toBatchedContact } from '../../src/features/contacts/upsert/upsert.queries.ts'
import { suppressAndUnsubscribe } from '../../src/features/delivery/record/suppress-recipients.service.ts'
import { createContactEmails } from '../../src/features/emails/index.ts'
import { eraseHits } from '../../src/features/tracking/index.ts'
import { trackEvents } from '../../src/features/track/track.queries.ts'
import { whileHeld } from './held-row.ts'

const test = useTestApp()

// Made in this order: neither ids nor places in the table are in the order of the addresses, forwards or backwards.
const MADE = ['b', 'd', 'a', 'c']
const FIRST = 'a@order.test'
const OTHERS = ['b@order.test', 'c@order.test', 'd@order.test']
const NEW = 'new@order.test'
const ALL = ['d@order.test', NEW, 'b@order.test', FIRST, 'c@order.test']

let own: TestApp
let ids: ContactId[]

beforeEach(async () => {
  own = await inFreshProject(test)
  ids = []
  for (const name of MADE) {
    const contact = await buildContact(own, {
      email: `${name}@order.test`,
      data: name === 'c' ? { big: 'x'.repeat(40_000) } : {},
    })
    ids.push(contact.id as ContactId)
  }
})

// Changed and not only locked: who wants to take its address has to wait too.
const CHANGE = 'update contacts set updated_at = now() where project_id = $1 and email = $2'
/** As a deletion does, for which even those wait who only want the contact to stay. */
const DELETE = 'select from contacts where project_id = $1 and email = $2 for update'

/** The other contacts that the work has locked before the first. */
const lockedBeforeTheFirst = (work: () => Promise<unknown>, text = CHANGE): Promise<string[]> =>
  whileHeld({
    url: test.url,
    hold: { text, values: [own.project.projectId, FIRST] },
    work,
    look: listLocked,
  })

async function listLocked(watcher: pg.Client): Promise<string[]> {
  const { projectId } = own.project
  const { rows } = await watcher.query<{ email: string }>(
    'select email from contacts where project_id = $1 for update skip locked',
    [projectId],
  )
  const free = new Set(rows.map(({ email }) => email))
  const locked = OTHERS.filter((email) => !free.has(email))
  // Rows that another transaction has inserted are invisible, but they block the insert of the same address.
  const insert = `insert into contacts (project_id, id, email, subscribed, created_at, updated_at)
    values ($1, gen_random_uuid(), $2, false, now(), now())`
  await watcher.query("begin; set local lock_timeout = '300ms'")
  const isFree = await watcher.query(insert, [projectId, NEW]).then(
    () => true,
    () => false,
  )
  await watcher.query('rollback')
  return isFree ? locked : [...locked, NEW]
}

const bulk = async (body: object): Promise<void> => {
  await call(own, ['POST', '/contacts/bulk'], { body })
  await drain(own.deps)
}

const IMPORT = [
  'email,subscribed,big',
  'd@order.test,,1',
  // Makes its contact too large, so the rows are halved until it stands alone.
  `c@order.test,true,${'y'.repeat(64_000)}`,
  `${NEW},,2`,
  `b@order.test,false,3`,
  `${FIRST},,4`,
].join('\n')

const tracked = (email: string) => {
  const now = test.clock.now()
  const { projectId } = own.project
  const data = { set: { seen: 1 }, remove: [] }
  return {
    projectId,
    source: TEST_SOURCE,
    contact: toContactInputRow({
      projectId,
      email,
      subscribed: false,
      subscribedIfNew: true,
      data,
      now,
    }),
    isPublic: false,
    wish: undefined,
    mustConfirm: false,
    ownId: undefined,
    bytes: 0,
    event: { id: newId<EventId>(now), name: 'seen', data: {}, at: now },
  }
}

const WORKS: Record<string, () => Promise<unknown>> = {
  'a send that changes its contacts': () =>
    postSend(own, { to: ALL, data: { k: { value: 1, persistent: true } } }),
  'the same with an Idempotency-Key': () =>
    postSend(
      own,
      { to: ALL, data: { k: { value: 1, persistent: true } } },
      { headers: { 'idempotency-key': crypto.randomUUID() } },
    ),
  'a send that names its recipients': () =>
    postSend(own, { to: ALL.map((email) => ({ email, name: 'Ann' })) }),
  'emails with coupon codes': () =>
    inTransaction(own.deps.database.db, (trx) =>
      giveCoupons(trx, {
        projectId: own.project.projectId,
        emails: ids.map((contactId) => ({ id: newId<EmailId>(test.clock.now()), contactId, keys: ['none'] })),
        now: test.clock.now(),
      }),
    ),
  'events of several contacts': () => trackEvents(own.deps.database, ALL.map(tracked)),
  'upserts that share a statement': () =>
    upsertContactBatch(
      own.deps.database,
      ALL.map((email) =>
        toBatchedContact({
          projectId: own.project.projectId,
          email,
          subscribed: true,
          subscribedIfNew: true,
          data: { set: { seen: 1 }, remove: [] },
          source: TEST_SOURCE,
          now: test.clock.now(),
        }),
      ),
    ),
  'members of a new segment': () =>
    call(own, ['POST', '/segments'], { body: { name: 'New', type: 'STATIC', emails: ALL } }),
  'adding to a segment in bulk': async () => {
    const made = await call(own, ['POST', '/segments'], { body: { name: 'New', type: 'STATIC' } })
    await bulk({ action: 'addToSegment', segmentId: made.json<{ id: string }>().id, filter: {} })
  },
  'a bulk action by ids': () => bulk({ action: 'unsubscribe', ids }),
  'a bulk action by filter': () => bulk({ action: 'unsubscribe', filter: {} }),
  'a bulk deletion by ids': () => bulk({ action: 'delete', ids }),
  'a bulk deletion by filter': () => bulk({ action: 'delete', filter: { search: 'order.test' } }),
  'a deletion of several': () =>
    removeContacts(own.deps.database.db, {
      projectId: own.project.projectId,
      ids,
      now: test.clock.now(),
      emails: createContactEmails({ secrets: own.deps.secrets, eraseHits }),
      secrets: own.deps.secrets,
    }),
  'an import': async () => {
    await uploadCsv(own, IMPORT)
    await drain(own.deps)
  },
  'setting subscriptions': () =>
    inTransaction(own.deps.database.db, (trx) =>
      setSubscribed(trx, {
        projectId: own.project.projectId,
        ids,
        subscribed: false,
        source: TEST_SOURCE,
        now: test.clock.now(),
      }),
    ),
  'silencing those who bounced': () =>
    inTransaction(own.deps.database.db, (trx) =>
      suppressAndUnsubscribe(
        trx,
        ids.map((contactId, index) => ({
          projectId: own.project.projectId,
          contactId,
          emailId: newId<EmailId>(test.clock.now()),
          address: `${MADE[index]}@order.test`,
          at: test.clock.now(),
        })),
        { reason: 'hard_bounce', source: 'smtp' },
      ),
    ),
  'giving a contact another address': () =>
    call(own, ['PATCH', `/contacts/${ids[0]}`], { body: { email: FIRST } }),
}

describe('while the first contact is held by somebody else', () => {
  it.each(Object.entries(WORKS))('%s locks no other', async (_name, work) => {
    expect(await lockedBeforeTheFirst(work)).toEqual([])
  })

  it('following several segments locks no other', async () => {
    const seen = { field: 'data.seen', operator: 'equals', value: 1 }
    const notFirst = { field: 'email', operator: 'notEquals', value: FIRST }
    await buildSegment(own, { filters: all(seen, notFirst), trackMembership: true })
    await buildSegment(own, { filters: all(seen), trackMembership: true })
    for (const name of MADE) {
      const body = { email: `${name}@order.test`, data: { seen: 1 } }
      await call(own, ['POST', '/contacts'], { body })
    }
    expect(await lockedBeforeTheFirst(() => trackMembers(own.deps), DELETE)).toEqual([])
  })

  it('somebody who goes another way is noticed', async () => {
    const backwards = () =>
      inTransaction(own.deps.database.db, (trx) =>
        sql`select from contacts where project_id = ${own.project.projectId} order by email desc for update`.execute(
          trx,
        ),
      )
    expect(await lockedBeforeTheFirst(backwards)).toEqual(OTHERS)
  })
})
