import { describe, expect, it } from 'vitest'
import { templateVariables, unwrapValues } from './template-variables.ts'

const system = { unsubscribeUrl: 'U', subscribeUrl: 'S', manageUrl: 'M', browserUrl: 'B' }
const contact = { id: 'c1', email: 'ann@example.com', subscribed: true, data: { plan: 'pro', city: 'Delft' } }

describe('templateVariables', () => {
  it('offers contact data bare and under data', () => {
    expect(templateVariables({ contact, data: {}, system })).toEqual({
      plan: 'pro',
      city: 'Delft',
      data: { plan: 'pro', city: 'Delft' },
      id: 'c1',
      email: 'ann@example.com',
      subscribed: true,
      contact,
      ...system,
    })
  })

  it('lets request data win over the contact, in both ways of writing', () => {
    expect(templateVariables({ contact, data: { plan: 'free' }, system })).toMatchObject({
      plan: 'free',
      data: { plan: 'free', city: 'Delft' },
    })
  })

  const taken = { email: 'x', id: 'ORDER-1', subscribed: 'maybe', contact: 'us' }

  it("lets the contact's own fields win over its data", () => {
    const given = templateVariables({ contact: { ...contact, data: taken }, data: {}, system })
    expect(given).toMatchObject({ email: 'ann@example.com', id: 'c1', subscribed: true, data: taken })
    expect(given.contact).toMatchObject({ email: 'ann@example.com', data: taken })
  })

  it("lets request data win over the contact's own fields, which contact still has", () => {
    const { contact: _own, ...data } = taken
    expect(templateVariables({ contact, data, system })).toMatchObject({ ...data, data, contact })
  })

  it('lets a key contact of the request win over the contact', () => {
    expect(templateVariables({ contact, data: taken, system })).toMatchObject(taken)
    expect(templateVariables({ contact, data: { contact: null }, system }).contact).toBeNull()
  })

  it('never overrides the links', () => {
    const hostile = { unsubscribeUrl: 'x', subscribeUrl: 'x', manageUrl: 'x', browserUrl: 'x' }
    const given = templateVariables({ contact: { ...contact, data: hostile }, data: hostile, system })
    expect(given).toMatchObject(system)
  })

  it('takes an address from the data when there is no contact', () => {
    expect(templateVariables({ contact: undefined, data: { email: 'a@b.example' }, system }).email).toBe(
      'a@b.example',
    )
  })

  it('lays request data that has a key data over the rest', () => {
    expect(templateVariables({ contact, data: { data: { plan: 'team' } }, system }).data).toMatchObject({
      plan: 'team',
      city: 'Delft',
    })
    expect(templateVariables({ contact, data: { data: 'text' }, system }).data).toBe('text')
  })

  it('unwraps persistent values before it uses them', () => {
    const data = { plan: { value: 'free', persistent: true } }
    expect(templateVariables({ contact, data, system })).toMatchObject({
      plan: 'free',
      data: { plan: 'free' },
    })
  })
})

describe('unwrapValues', () => {
  it('unwraps only what is written in that form', () => {
    const kept = {
      a: { value: 1 },
      b: { value: 1, persistent: 'yes' },
      c: { value: 1, persistent: true, more: 1 },
      d: [1],
      e: null,
    }
    expect(unwrapValues({ ...kept, f: { value: null, persistent: false } })).toEqual({ ...kept, f: null })
  })
})
