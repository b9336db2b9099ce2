// Collects contacts and uploads them in batches; then their memberships. While one batch is imported, the next is read. Two batches are all
// that is ever in memory.
import { parseEmailAddress } from '../../../../platform/addresses/email-address.ts'
import { csvLine } from '../../../../platform/csv/csv-write.ts'
import type { Call } from '../../../command.ts'
import { NOT_SENT } from '../../../command.ts'
import type { ReceiptBuilder } from '../receipt.ts'
import type { ContactRecord, MemberRecord } from '../records.ts'
import type { Groups } from './groups.ts'
import { uploadBatch } from './upload-batch.ts'

// Some seconds of work for the server, which commits parts of it.
const BATCH_ROWS = 5_000
// Contacts with much data make a batch smaller: it is a text in memory.
const BATCH_CHARACTERS = 8_000_000
// The limit of POST /segments/{id}/members.
const MOST_MEMBERS = 1_000
// No address is longer (RFC 5321), and that operation refuses a request with a longer text.
const LONGEST_ADDRESS = 254

type Batch = { contacts: ContactRecord[]; lines: string[]; characters: number }

type ContactBatchesOptions = {
  call: Call
  receipt: ReceiptBuilder
  groups: Groups
  isDryRun: boolean
  batchRows?: number
}

export type ContactBatches = {
  add(contact: ContactRecord): Promise<void>
  /** Adds a contact that came before to a segment. */
  addMember(member: MemberRecord): Promise<void>
  /** Waits until everything is imported. */
  end(): Promise<void>
}

export function createContactBatches(options: ContactBatchesOptions): ContactBatches {
  const { receipt, groups, isDryRun, batchRows = BATCH_ROWS } = options
  const begin = (): Batch => ({ contacts: [], lines: [], characters: 0 })
  let batch = begin()
  let running: Promise<void> = Promise.resolve()
  let members: Member[] = []
  const flush = async () => {
    await running
    const full = batch
    batch = begin()
    running = full.contacts.length > 0 ? importBatch(options, full) : Promise.resolve()
    // The next flush handles a failure; until then it must not count as unhandled.
    running.catch(() => undefined)
  }
  const flushMembers = async () => {
    const full = members
    members = []
    // Their contacts must be here.
    await flush()
    await running
    await addMembers(options.call, full)
  }
  return {
    async add(contact) {
      if (isDryRun) return checkContact(receipt, contact)
      const topics = groups.topicKeys()
      const line = csvLine([
        contact.email,
        contact.state === 'UNKNOWN' ? '' : contact.state,
        JSON.stringify(contact.data),
        ...choicesOf(contact, groups, topics),
      ])
      batch.contacts.push(contact)
      batch.lines.push(line)
      batch.characters += line.length
      if (batch.contacts.length >= batchRows || batch.characters >= BATCH_CHARACTERS) await flush()
    },
    async addMember({ email, group }) {
      const segment = groups.segmentOf(group)
      if (isDryRun || segment === undefined) return
      members.push({ segment, email })
      if (members.length >= batchRows) await flushMembers()
    },
    async end() {
      await flush()
      await flushMembers()
      await running
    },
  }
}

/** Checks the address as the server would. Whether the contact is here already is not known. */
function checkContact(receipt: ReceiptBuilder, { email }: ContactRecord): void {
  const parsed = parseEmailAddress(email)
  if (parsed.ok) return receipt.taken('contacts', { unknown: 1 })
  receipt.leftOut('contacts', { reason: `email ${parsed.problem.message}`, example: email })
}

function choicesOf(contact: ContactRecord, groups: Groups, topics: readonly string[]): string[] {
  const choices = new Map<string, boolean>()
  for (const { id, isIn } of contact.groups) {
    const key = groups.topicOf(id)
    // Two groups may have become one topic: who has left one of them stays out.
    if (key !== undefined) choices.set(key, isIn && choices.get(key) !== false)
  }
  return topics.map((key) => String(choices.get(key) ?? ''))
}

async function importBatch({ call, receipt, groups }: ContactBatchesOptions, batch: Batch): Promise<void> {
  const { contacts, lines } = batch
  const header = csvLine([
    'email',
    'subscriptionState',
    'data.*',
    ...groups.topicKeys().map((key) => `topics.${key}`),
  ])
  const { job, refused } = await uploadBatch(call, {
    // A row without a state subscribes nobody.
    path: '/contacts/import?subscribed=false',
    csv: header + lines.join(''),
    kind: 'contacts',
    emails: contacts.map(({ email }) => email),
    receipt,
  })
  const { created = 0, existing = 0 } = job.contacts ?? {}
  receipt.taken('contacts', {
    created,
    existing,
    repeated: contacts.length - job.progress.failed - created - existing,
  })
  await addMembers(
    call,
    membersOf(
      groups,
      contacts.filter((_, index) => !refused.has(index)),
    ),
  )
}

type Member = { segment: string; email: string }

const membersOf = (groups: Groups, contacts: readonly ContactRecord[]): Member[] =>
  contacts.flatMap(({ email, groups: own }) =>
    own.flatMap(({ id, isIn }) => {
      const segment = groups.segmentOf(id)
      return segment !== undefined && isIn ? [{ segment, email }] : []
    }),
  )

async function addMembers(call: Call, members: readonly Member[]): Promise<void> {
  const bySegment = new Map<string, string[]>()
  for (const { segment, email } of members) {
    if (email.length > LONGEST_ADDRESS || email === '') continue
    const emails = bySegment.get(segment) ?? []
    emails.push(email)
    bySegment.set(segment, emails)
  }
  for (const [segment, emails] of bySegment) {
    for (let at = 0; at < emails.length; at += MOST_MEMBERS) {
      // Contacts that were refused are not created by this.
      const body = { emails: emails.slice(at, at + MOST_MEMBERS), createMissing: false }
      const answer = await call.api.change({ method: 'POST', path: `/segments/${segment}/members`, body })
      if (answer === NOT_SENT) return
    }
  }
}
