// The control group of a project: who gets no marketing email, and how the group did against all others.
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { useDelivery } from '../../../../test/support/delivery.ts'
import { buildContact, inFreshProject } from '../../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import {
  buildEnabled,
  emailStep,
  readExecutions,
  runWorkflows,
  track,
} from '../../../../test/support/workflows.ts'
import { isInControlGroup } from './control-group.ts'
import type { ControlGroupReport } from './control-group.schema.ts'

const test = useTestApp()
const delivery = useDelivery(test)

const PERCENT = 20
const DAY_MS = 24 * 60 * 60_000

type Person = { id: string; email: string }

const setShare = (app: TestApp, percent: unknown) =>
  call(app, ['PATCH', '/project'], { body: { controlGroup: { percent } } })

async function buildPeople(app: TestApp, count: number): Promise<Person[]> {
  const people: Person[] = []
  for (let number = 0; number < count; number += 1) people.push(await buildContact(app))
  return people
}

function splitOf({ project: { projectId } }: TestApp, people: readonly Person[], percent = PERCENT) {
  const isMember = ({ id: contactId }: Person) => isInControlGroup({ projectId, contactId, percent })
  return { members: people.filter(isMember), others: people.filter((one) => !isMember(one)) }
}

const CAMPAIGN = {
  name: 'News',
  subject: 'News',
  body: '<p>News</p>',
  from: 'news@shop.test',
  audienceType: 'ALL',
}

async function preflight(app: TestApp, fields: object) {
  const created = await call(app, ['POST', '/campaigns'], { body: { ...CAMPAIGN, ...fields } })
  const { id } = created.json<{ data: { id: string } }>().data
  const reply = await call(app, ['POST', `/campaigns/${id}/preflight`])
  const { audience } = reply.json<{ data: { audience: { recipients: number; controlGroup: number } } }>().data
  return { id, audience }
}

const gateOf = async (app: TestApp, query: Record<string, string>) => {
  const reply = await call(app, ['GET', `/explain?${new URLSearchParams(query).toString()}`])
  return reply
    .json<{ gates: { name: string; passed: boolean; value: string | null }[] }>()
    .gates.find(({ name }) => name === 'control_group')
}

describe('the control group', () => {
  it('gets no campaigns, unless a campaign includes it', async () => {
    const app = await inFreshProject(test)
    await setShare(app, PERCENT)
    const people = await buildPeople(app, 30)
    const { members, others } = splitOf(app, people)
    const without = await preflight(app, {})
    expect(without.audience).toMatchObject({ recipients: others.length, controlGroup: members.length })
    const all = await preflight(app, { controlGroup: 'include' })
    expect(all.audience).toMatchObject({ recipients: 30, controlGroup: 0 })
    const [member] = members
    const contact = member?.id ?? ''
    expect(await gateOf(app, { contact, campaignId: without.id })).toMatchObject({
      passed: false,
      value: '20 %',
    })
    expect(await gateOf(app, { contact, campaignId: all.id })).toMatchObject({ passed: true })
    await call(app, ['POST', `/campaigns/${without.id}/send`])
    expect((await call(app, ['GET', `/campaigns/${without.id}`])).json()).toMatchObject({
      data: { controlGroup: 'exclude', status: 'SENDING' },
    })
  })

  it('goes through workflows without their marketing email, in the simulator too', async () => {
    const app = await inFreshProject(test)
    await setShare(app, PERCENT)
    const people = await buildPeople(app, 20)
    const email = (id: string, type: string, next?: string) => ({
      id,
      type: 'SEND_EMAIL',
      config: { subject: 'Hi', body: '<p>Hi</p>', from: 'a@shop.test', type },
      next,
    })
    const steps = [email('offer', 'MARKETING', 'receipt'), email('receipt', 'TRANSACTIONAL')]
    const { id } = await buildEnabled(app, { steps })
    for (const { email: address } of people) await track(app, 'go', { email: address })
    await runWorkflows(app.deps)
    await delivery.drain()
    const executions = await readExecutions(app, id)
    expect(executions).toHaveLength(20)
    const { members, others } = splitOf(app, people)
    const outputOf = ({ id: contactId }: Person) =>
      executions
        .find((one) => one.contactId === contactId)
        ?.history.map(({ output }) => [output?.['status'], output?.['reason']])
    for (const one of members) {
      expect(outputOf(one)).toEqual([
        ['SUPPRESSED', 'control_group'],
        ['QUEUED', undefined],
      ])
    }
    expect(others.map((one) => outputOf(one)?.[0]?.[0])).toEqual(others.map(() => 'QUEUED'))
    for (const [one, status] of [
      [members[0], 'SKIPPED'],
      [others[0], 'SENT'],
    ] as const) {
      const body = {
        contact: { id: one?.id },
        events: [{ at: '2026-03-02T15:30:00Z', event: 'go' }],
      }
      const reply = await call(app, ['POST', `/workflows/${id}/simulate`], { body })
      const { emails } = reply.json<{ emails: { status: string; reason: string | null }[] }>()
      expect(emails.map((sent) => sent.status)).toEqual([status, 'SENT'])
    }
  })

  it('gets email of POST /v1/send, also marketing email: its caller decides', async () => {
    const app = await inFreshProject(test)
    await setShare(app, PERCENT)
    const [member] = splitOf(app, await buildPeople(app, 30)).members
    const reply = await call(app, ['POST', '/v1/send'], {
      body: { to: member?.email, subject: 'Hi', body: '<p>Hi</p>', from: 'a@shop.test', type: 'MARKETING' },
    })
    expect(reply.statusCode).toBe(200)
    expect(JSON.stringify(reply.json())).not.toContain('control_group')
  })

  it('is in neither group of the holdout of a workflow', async () => {
    const app = await inFreshProject(test)
    await setShare(app, PERCENT)
    const people = await buildPeople(app, 30)
    const goal = { event: 'order.paid' }
    const { id } = await buildEnabled(app, { steps: [emailStep('one')], goal, holdout: { percent: 50 } })
    for (const { email } of people) await track(app, 'go', { email })
    await runWorkflows(app.deps)
    const { holdout } = (await call(app, ['GET', `/workflows/${id}/statistics`])).json<{
      holdout: { heldBack: { people: number }; others: { people: number } }
    }>()
    expect(holdout.heldBack.people + holdout.others.people).toBe(splitOf(app, people).others.length)
  })

  it('keeps its members when the share rises, and tells who is in it', async () => {
    const app = await inFreshProject(test)
    const people = await buildPeople(app, 40)
    await setShare(app, 10)
    const read = async () => {
      const members: string[] = []
      for (const { id } of people) {
        const reply = await call(app, ['GET', `/control-group/contacts/${id}`])
        if (reply.json<{ isMember: boolean }>().isMember) members.push(id)
      }
      return members
    }
    const before = await read()
    await setShare(app, 20)
    const after = await read()
    expect(after).toEqual(expect.arrayContaining(before))
    expect(after).toEqual(splitOf(app, people).members.map(({ id }) => id))
    const other = await inFreshProject(test)
    const reply = await call(other, ['GET', `/control-group/contacts/${people[0]?.id}`])
    expect(reply.statusCode).toBe(404)
  })

  it('is a setting of the project, with the time since when it has its size', async () => {
    const app = await inFreshProject(test)
    type Project = { controlGroup: { percent: number; since: string | null } }
    const read = async () => (await call(app, ['GET', '/project'])).json<Project>().controlGroup
    expect(await read()).toEqual({ percent: 0, since: null })
    await setShare(app, 5)
    const first = await read()
    expect(first).toEqual({ percent: 5, since: expect.any(String) as string })
    await setShare(app, 5)
    expect(await read()).toEqual(first)
    app.clock.advance(DAY_MS)
    await setShare(app, 6)
    app.clock.advance(-DAY_MS)
    expect((await read()).since).not.toBe(first.since)
    await setShare(app, 0)
    expect(await read()).toEqual({ percent: 0, since: null })
  })

  it.each([-1, 21, 2.5, '5', null])('refuses the share %j', async (percent) => {
    const app = await inFreshProject(test)
    const reply = await setShare(app, percent)
    expect([reply.statusCode, Object.keys(fieldsOf(reply))]).toEqual([422, ['controlGroup.percent']])
  })
})

describe('GET /control-group/report', () => {
  const report = (app: TestApp, query: Record<string, string>) =>
    call(app, ['GET', `/control-group/report?${new URLSearchParams(query).toString()}`])
  const read = async (app: TestApp, query: Record<string, string>) =>
    (await report(app, query)).json<z.infer<typeof ControlGroupReport>>()

  it('compares the contacts that were there when the time began', async () => {
    const app = await inFreshProject(test)
    const people = await buildPeople(app, 40)
    await setShare(app, PERCENT)
    app.clock.advance(60_000)
    const from = app.clock.now().toISOString()
    const { members, others } = splitOf(app, people)
    app.clock.advance(60_000)
    const late = await buildContact(app)
    const test1 = await buildContact(app, { email: 'delivered@inbox.lettermill.test' })
    const buyers = [members[0], others[0], others[0], others[1], late, test1]
    for (const one of buyers) {
      await track(app, 'order.paid', { email: one?.email ?? '', data: { total: '2.5' } })
    }
    await track(app, 'order.viewed', { email: others[2]?.email ?? '' })
    app.clock.advance(60_000)
    const answer = await read(app, { event: 'order.paid', from, value: 'data.total' })
    const query = { event: 'order.paid', from, value: 'data.total' }
    const file = await call(app, ['GET', '/control-group/report/export'], { query })
    app.clock.advance(-180_000)
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="control-group.csv"',
    })
    expect(file.body.split('\r\n')).toEqual(
      expect.arrayContaining([
        ',,event,order.paid',
        'heldBack,,goalValue,2.5',
        `others,,people,${others.length}`,
        ',,verdict,tooEarly',
      ]),
    )
    expect(answer).toMatchObject({
      event: 'order.paid',
      from,
      percent: PERCENT,
      heldBack: { people: members.length, conversions: 1, goalValue: 2.5 },
      others: { people: others.length, conversions: 2, goalValue: 7.5 },
      verdict: 'tooEarly',
      reason: 'fewConversions',
      split: { asked: PERCENT },
    })
  })

  it('needs a control group', async () => {
    const app = await inFreshProject(test)
    expect(errorOf(await report(app, { event: 'order.paid' })).code).toBe('INVALID_STATE')
    const file = await call(app, ['GET', '/control-group/report/export'], { query: { event: 'order.paid' } })
    expect(errorOf(file).code).toBe('INVALID_STATE')
  })

  it.each([
    [{}, 'event'],
    [{ event: 'email.opened' }, 'event'],
    [{ event: 'a', from: '2020-01-01T00:00:00Z' }, 'from'],
    [{ event: 'a', to: '2099-01-01T00:00:00Z' }, 'to'],
    [{ event: 'a', to: '2020-01-01T00:00:00Z' }, 'from'],
    [{ event: 'a', value: 'total' }, 'value'],
    [{ event: 'a', from: 'yesterday' }, 'from'],
  ])('refuses %j', async (...[query, field]) => {
    const app = await inFreshProject(test)
    await setShare(app, PERCENT)
    for (const reply of [
      await report(app, query),
      await call(app, ['GET', '/control-group/report/export'], { query }),
    ]) {
      expect([reply.statusCode, Object.keys(fieldsOf(reply))]).toEqual([422, [field]])
    }
  })

  it.each(['report', 'report/export'])('wants a key, and not a public one: %s', async (name) => {
    const app = await inFreshProject(test)
    const path = `/control-group/${name}?event=a`
    expect((await call(app, ['GET', path], { key: null })).statusCode).toBe(401)
    expect((await call(app, ['GET', path], { key: app.project.publicKey })).statusCode).toBe(403)
  })
})
