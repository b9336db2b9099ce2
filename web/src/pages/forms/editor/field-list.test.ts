import { describe, expect, it } from 'vitest'
import { addField, moveField, proposedKey, relabelField } from './field-list.ts'
import { NEW_FORM } from './form-draft.ts'

const keysOf = (fields: readonly { key: string }[]) => fields.map(({ key }) => key)

describe('the key of a field', () => {
  it.each([
    ['First name', 'data.firstName'],
    ['  Größe (in cm)?', 'data.großeInCm'],
    ['郵便番号', 'data.郵便番号'],
    ['!', 'data.'],
    ['', 'data.'],
  ])('is proposed from its label: %s', (label, key) => {
    expect(proposedKey(label, [])).toBe(key)
  })

  it('is a free one', () => {
    expect(proposedKey('Plan', ['data.plan', 'data.plan2'])).toBe('data.plan3')
  })

  it('follows the label of a new field, and stays once it is typed or saved', () => {
    const added = addField(NEW_FORM.fields)
    const relabel = (fields: typeof added, label: string, savedKeys: string[] = []) =>
      relabelField({ fields, index: 1, label, savedKeys })
    const named = relabel(added, 'Plan')
    expect(keysOf(named)).toEqual(['email', 'data.plan'])
    expect(keysOf(relabel(named, 'Plan now'))).toEqual(['email', 'data.planNow'])
    expect(keysOf(relabel(named, 'Plan now', ['data.plan']))).toEqual(['email', 'data.plan'])
    const typed = named.map((field, index) => (index === 1 ? { ...field, key: 'data.tier' } : field))
    expect(keysOf(relabel(typed, 'Plan now'))).toEqual(['email', 'data.tier'])
    const address = relabelField({ fields: added, index: 0, label: 'Your address', savedKeys: [] })
    expect(address[0]).toMatchObject({ key: 'email', label: 'Your address' })
  })
})

it('fields are moved, and not beyond the ends', () => {
  const fields = relabelField({ fields: addField(NEW_FORM.fields), index: 1, label: 'A', savedKeys: [] })
  expect(keysOf(moveField(fields, 1, -1))).toEqual(['data.a', 'email'])
  expect(keysOf(moveField(fields, 0, -1))).toEqual(['email', 'data.a'])
  expect(keysOf(moveField(fields, 1, 1))).toEqual(['email', 'data.a'])
})
