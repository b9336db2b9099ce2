import { describe, expect, it } from 'vitest'
import { buildPerson, callAs } from '../../../test/support/people.ts'
import type { Person } from '../../../test/support/people.ts'
import { errorOf, fieldsOf } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'

const test = useTestApp()

const patch = (person: Person, body: object, id: string = person.projectId) =>
  callAs(test, { cookie: person.cookie }, ['PATCH', `/account/projects/${id}`, { body }])

const settingOf = async ({ cookie, projectId }: Person) => {
  const reply = await callAs(test, { cookie }, ['GET', '/account'])
  const { data } = reply.json<{ data: { projects: { id: string; alertEmails: boolean }[] } }>()
  return data.projects.find(({ id }) => id === projectId)?.alertEmails
}

describe('PATCH /account/projects/{id}', () => {
  it('switches the emails about alerts off and on again, for the person alone', async () => {
    const [person, colleague] = [
      await buildPerson(test, { role: 'admin' }),
      await buildPerson(test, { role: 'owner' }),
    ]
    expect(await settingOf(person)).toBe(true)
    const reply = await patch(person, { alertEmails: false })
    expect([reply.statusCode, reply.json()]).toMatchObject([
      200,
      { id: person.projectId, role: 'admin', alertEmails: false },
    ])
    expect([await settingOf(person), await settingOf(colleague)]).toEqual([false, true])
    await patch(person, { alertEmails: true })
    expect(await settingOf(person)).toBe(true)
  })

  it('is open to viewers, who may become admins', async () => {
    const viewer = await buildPerson(test, { role: 'viewer' })
    expect((await patch(viewer, { alertEmails: false })).json()).toMatchObject({ alertEmails: false })
  })

  it('refuses anything but yes and no', async () => {
    const person = await buildPerson(test, { role: 'admin' })
    expect(fieldsOf(await patch(person, { alertEmails: 'no' }))).toHaveProperty('alertEmails')
    expect(fieldsOf(await patch(person, {}))).toHaveProperty('alertEmails')
    expect(await settingOf(person)).toBe(true)
  })

  it('is a 404 for a project that the person does not belong to', async () => {
    const person = await buildPerson(test, { role: 'owner' })
    const member = await buildPerson(test, { role: 'owner', projectId: test.other.projectId })
    const reply = await patch(person, { alertEmails: false }, test.other.projectId)
    expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'RESOURCE_NOT_FOUND'])
    expect(await settingOf(member)).toBe(true)
  })
})
