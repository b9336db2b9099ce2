import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildContacts, buildKey, inFreshProject, newAddress } from '../../../test/support/factories.ts'
import { call } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { callTool, connect, refusalOf } from './fixtures/agents.ts'

const test = useTestApp()
const own = {} as TestApp
beforeEach(async () => void Object.assign(own, await inFreshProject(test)))

type Result = {
  state: string
  recipients: number | null
  repeated: boolean
  approval: { id: string; url: string } | null
  result: Record<string, unknown> | null
}

const EMAIL = { from: 'shop@shop.test', subject: 'Your order', body: '<p>On its way.</p>' }

const allow = (mcpApprovalAbove: number) => call(own, ['PATCH', '/project'], { body: { mcpApprovalAbove } })

async function countEmails(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from all_emails where project_id = ${own.project.projectId}`.execute(
    own.deps.database.db,
  )
  return rows[0]?.count ?? 0
}

async function countContacts(): Promise<number> {
  const { total } = (await call(own, ['GET', '/contacts'])).json<{ total: number }>()
  return total
}

describe('send_email', () => {
  it('sends nothing, and stores no contact, unless dryRun is false', async () => {
    const client = await connect(own)
    const result = await callTool<Result>(client, ['send_email', { ...EMAIL, to: newAddress() }])
    expect(result).toMatchObject({ state: 'dry_run', recipients: 1, approval: null })
    expect(result.result).toMatchObject({ emails: [{ status: 'QUEUED' }] })
    expect([await countEmails(), await countContacts()]).toEqual([0, 0])
  })

  it('says in a dry run what sending would refuse', async () => {
    const client = await connect(own)
    const refusal = await refusalOf(client, ['send_email', { ...EMAIL, to: 'nobody', body: '{{ broken' }])
    expect(refusal.errors).toMatchObject([{ field: 'to' }])
    const unknown = await refusalOf(client, ['send_email', { to: newAddress(), template: 'none' }])
    expect(unknown.code).toBe('TEMPLATE_NOT_FOUND')
    await call(own, ['POST', '/suppressions'], { body: { email: 'gone@example.com' } })
    const result = await callTool<Result>(client, ['send_email', { ...EMAIL, to: 'gone@example.com' }])
    expect(result.result).toMatchObject({ emails: [{ status: 'SUPPRESSED' }] })
  })

  it('sends the same call once, however often the agent repeats it', async () => {
    const client = await connect(own)
    const args = { ...EMAIL, to: 'ada@example.com', dryRun: false }
    expect(await callTool<Result>(client, ['send_email', args])).toMatchObject({
      state: 'sent',
      repeated: false,
    })
    expect(await callTool<Result>(client, ['send_email', args])).toMatchObject({
      state: 'sent',
      repeated: true,
    })
    expect(await countEmails()).toBe(1)
    await callTool(client, ['send_email', { ...args, idempotencyKey: 'second' }])
    expect(await countEmails()).toBe(2)
  })

  it('works with a key that may only send', async () => {
    const client = await connect(own, await buildKey(own, { scopes: ['send'] }))
    await callTool(client, ['send_email', { ...EMAIL, to: newAddress(), dryRun: false }])
    expect(await countEmails()).toBe(1)
  })

  it('waits for a person above the limit of the project, once', async () => {
    await allow(1)
    const key = await buildKey(own, { scopes: ['send'] })
    const client = await connect(own, key)
    const args = { ...EMAIL, to: ['a@example.com', 'b@example.com'], dryRun: false }
    const first = await callTool<Result>(client, ['send_email', args])
    expect(first).toMatchObject({ state: 'waiting_for_approval', recipients: 2 })
    const again = await callTool<Result>(client, ['send_email', args])
    expect(again.approval).toEqual(first.approval)
    expect(await countEmails()).toBe(0)
    const id = first.approval?.id ?? ''
    expect(await callTool(client, ['get_approval', { id }])).toMatchObject({ state: 'WAITING' })
    const other = await connect(own, await buildKey(own, { scopes: ['send'] }))
    expect((await refusalOf(other, ['get_approval', { id }])).code).toBe('RESOURCE_NOT_FOUND')
    expect((await refusalOf(other, ['get_approval', { id: 'x' }])).code).toBe('RESOURCE_NOT_FOUND')
  })

  it('always waits with a limit of 0', async () => {
    await allow(0)
    const args = { ...EMAIL, to: newAddress(), dryRun: false }
    const result = await callTool<Result>(await connect(own), ['send_email', args])
    expect(result.state).toBe('waiting_for_approval')
  })

  it('refuses an email that is too large to wait', async () => {
    await allow(0)
    const args = { ...EMAIL, to: newAddress(), body: `<p>${'x'.repeat(300_000)}</p>`, dryRun: false }
    const refusal = await refusalOf(await connect(own), ['send_email', args])
    expect(refusal.code).toBe('PAYLOAD_TOO_LARGE')
  })
})

describe('a campaign', () => {
  const draft = {
    name: 'News',
    subject: 'News',
    body: '<p>News</p>',
    from: 'news@shop.test',
    audienceType: 'ALL',
  }
  type Campaign = { id: string; status: string; updatedAt: string }

  async function build(): Promise<{ client: Awaited<ReturnType<typeof connect>>; id: string }> {
    await buildContacts(own, 3)
    const client = await connect(own)
    const { data } = await callTool<{ data: Campaign }>(client, ['save_campaign', draft])
    return { client, id: data.id }
  }

  const statusOf = async (id: string) =>
    (await call(own, ['GET', `/campaigns/${id}`])).json<{ data: Campaign }>().data.status

  it('is drafted, checked, tried, tested and sent', async () => {
    const { client, id } = await build()
    await callTool(client, ['save_campaign', { id, subject: 'Better news' }])
    expect(await callTool(client, ['preflight_campaign', { id }])).toMatchObject({ data: { ready: true } })
    const { contacts } = await callTool<{ contacts: { email: string }[] }>(client, ['list_contacts'])
    const why = { contact: contacts[0]?.email, campaignId: id }
    expect(await callTool(client, ['why_not', why])).toHaveProperty('would')
    const dry = await callTool<Result>(client, ['send_campaign', { id }])
    expect(dry).toMatchObject({ state: 'dry_run', recipients: 3 })
    expect(await statusOf(id)).toBe('DRAFT')
    const tried = await callTool<Result>(client, ['test_campaign', { id, email: 'ada@example.com' }])
    expect([tried.state, await countEmails()]).toEqual(['dry_run', 0])
    await callTool(client, ['test_campaign', { id, email: 'ada@example.com', dryRun: false }])
    expect(await countEmails()).toBe(1)
    const sent = await callTool<Result>(client, ['send_campaign', { id, dryRun: false }])
    expect(sent).toMatchObject({ state: 'sent', recipients: 3 })
    expect(await statusOf(id)).toBe('SENDING')
    await callTool(client, ['get_campaign_stats', { id }])
  })

  it('is not changed by an agent once it is scheduled, but cancelled', async () => {
    const { client, id } = await build()
    const scheduledFor = new Date(own.clock.now().getTime() + 86_400_000).toISOString()
    await callTool(client, ['send_campaign', { id, scheduledFor, dryRun: false }])
    const refusal = await refusalOf(client, ['save_campaign', { id, subject: 'Other' }])
    expect([refusal.code, await statusOf(id)]).toEqual(['INVALID_STATE', 'SCHEDULED'])
    await callTool(client, ['cancel_campaign', { id }])
    expect(await statusOf(id)).toBe('DRAFT')
    // The version is another one, so the same call is not taken for a repetition.
    await callTool(client, ['send_campaign', { id, scheduledFor, dryRun: false }])
    expect(await statusOf(id)).toBe('SCHEDULED')
  })

  it('that cannot be sent says why', async () => {
    const client = await connect(own)
    const { data } = await callTool<{ data: Campaign }>(client, ['save_campaign', draft])
    const refusal = await refusalOf(client, ['send_campaign', { id: data.id, dryRun: false }])
    expect(refusal).toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringMatching(/^The campaign cannot be sent: ./) as string,
    })
    const past = { id: data.id, scheduledFor: '2020-01-01T00:00:00Z' }
    expect((await refusalOf(client, ['send_campaign', past])).code).toMatch(/VALIDATION_ERROR|INVALID_STATE/)
  })
})
