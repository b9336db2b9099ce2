// Emails with a payload wherever one fits: their text, subject, sender, headers, tags and file names, the reply of the mail
// server that took them, and the name of the program that opened them.
import { expect } from 'vitest'
import { createLinkTokens } from '../../../src/platform/secrets/link-tokens.ts'
import { createSecrets } from '../../../src/platform/secrets/secrets.ts'
import { eventually } from '../eventually.ts'
import { ENCRYPTION_KEY } from '../test-app.ts'
import { PAYLOADS } from './payloads.ts'
import { forEach, request } from './site.ts'
import type { Site } from './site.ts'
import { DOCUMENTS, fileNameOf, forLiquid, nameAt, NAMES, partOf } from './texts.ts'

export const SENDER = 'hello@shop.test'

const tokens = createLinkTokens(createSecrets(ENCRYPTION_KEY))

// As many as one request takes.
const BATCH = 100

type SendReply = { data: { emails: { email: string; contact: { id: string } }[] } }

const firstOf = ({ data }: SendReply) => {
  const [first] = data.emails
  if (!first) throw new Error('the answer names no email')
  return { id: first.email, contactId: first.contact.id }
}

export type HostileEmails = {
  /** One for each document. */
  ids: string[]
  /** The pages that recipients open: the emails as pages, and the pages about their subscription. */
  browserPaths: string[]
  contactPaths: string[]
}

export async function storeEmails(site: Site): Promise<HostileEmails> {
  const { projectId } = site.dashboard
  const [documents, bySubject] = await Promise.all([sendDocuments(site), sendSubjects(site)])
  await queueIsEmpty(site)
  const ids = documents.map(({ id }) => id)
  await Promise.all([noteReplies(site, ids), openAll(site, bySubject)])
  const person = [projectId, documents[0]?.contactId ?? '', ids[0] ?? '']
  return {
    ids,
    browserPaths: ids.map((id) => `/browser/${tokens.make('browser', { ids: [projectId, id] })}`),
    contactPaths: (['unsubscribe', 'manage'] as const).map(
      (purpose) => `/${purpose}/${tokens.make(purpose, { ids: person })}`,
    ),
  }
}

async function sendDocuments(site: Site): Promise<{ id: string; contactId: string }[]> {
  const sent: { id: string; contactId: string }[] = []
  await forEach(DOCUMENTS, async (body, n) => {
    const names = partOf(NAMES, n)
    const email = {
      to: 'reader@example.com',
      from: { email: SENDER, name: nameAt(n) },
      subject: forLiquid(nameAt(n)),
      body,
      tags: names,
      headers: Object.fromEntries(names.map((text, index) => [`X-Note-${index}`, text])),
      attachments: partOf(PAYLOADS, n).map((text) => ({
        filename: fileNameOf(text),
        content: Buffer.from(text).toString('base64'),
      })),
    }
    sent[n] = firstOf(await request<SendReply>(site, 'POST /v1/send', email))
  })
  return sent
}

/** One for each payload. */
async function sendSubjects(site: Site): Promise<string[]> {
  const ids: string[] = []
  for (let from = 0; from < NAMES.length; from += BATCH) {
    const emails = NAMES.slice(from, from + BATCH).map((name, n) => ({
      to: `person${from + n}@example.com`,
      from: SENDER,
      subject: forLiquid(name),
      body: '<p>x</p>',
      tracking: { opens: true },
    }))
    const answer = await request<{ data: { results: SendReply[] } }>(site, 'POST /v1/send/batch', { emails })
    ids.push(...answer.data.results.map((result) => firstOf(result).id))
  }
  return ids
}

async function queueIsEmpty({ dashboard: { database, projectId } }: Site): Promise<void> {
  const query = 'select count(*) from email_queue where project_id = $1'
  await eventually(async () => {
    const [left] = await database.query<{ count: string }>(query, [projectId])
    expect(left?.count).toBe('0')
  }, 100)
}

async function noteReplies({ dashboard: { database } }: Site, ids: readonly string[]): Promise<void> {
  await forEach(ids, async (id, n) => {
    const text = partOf(PAYLOADS, n).join(' ')
    const reply = { code: 250, enhancedCode: null, text, at: new Date().toISOString() }
    const values = [JSON.stringify(reply), text, id]
    await database.query('update emails set last_reply = $1, reason = $2 where id = $3', values)
  })
}

/** Each by a program of another name. */
async function openAll({ dashboard }: Site, ids: readonly string[]): Promise<void> {
  const { node, projectId } = dashboard
  await forEach(ids, async (id, n) => {
    const pixel = `${node.url}/o/${tokens.make('open', { ids: [projectId, id] })}`
    const agent = `Mozilla/5.0 ${nameAt(n).replaceAll(/[^\x20-\x7e]/g, '')}`
    expect((await fetch(pixel, { headers: { 'user-agent': agent } })).status).toBe(200)
  })
}
