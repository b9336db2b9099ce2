import { describe, expect, it } from 'vitest'
import { changesOf, draftOf, kindOf, readDraft, withKind } from './field-value.ts'

describe('the kind of a value', () => {
  it('is that of its type, and none for what has parts of its own', () => {
    const values = ['Ada', '2026-02-02', 25, true, ['a', 'b'], []]
    expect(values.map(kindOf)).toEqual(['text', 'date', 'number', 'boolean', 'list', 'list'])
    expect([{ a: 1 }, null, [1], ['a', ['b']], ['a\nb']].map(kindOf)).toEqual(Array(5).fill(undefined))
  })

  it('keeps times of day and days that do not exist as text', () => {
    expect(['2026-02-02T10:00:00Z', '2026-02-30', '9999-99-99'].map(kindOf)).toEqual(['text', 'text', 'text'])
  })
})

describe('a draft', () => {
  it('is read back as the value that it was made of', () => {
    for (const value of ['Ada', '', '25', 'true', '2026-02-02', 25, -0.5, true, false, ['a', 'b'], []]) {
      expect(readDraft(draftOf(value))).toEqual({ value })
    }
  })

  it('of a number or a date is refused if it is none', () => {
    for (const text of ['', 'twelve', '1e999', 'Infinity']) {
      expect(readDraft({ kind: 'number', text })).toEqual({ problem: 'badNumber' })
    }
    expect(readDraft({ kind: 'date', text: '2026-02-30' })).toEqual({ problem: 'badDate' })
  })

  it('keeps its text in another kind where it can', () => {
    const draft = draftOf('25')
    expect(readDraft(withKind(draft, 'number'))).toEqual({ value: 25 })
    expect(readDraft(withKind(draft, 'list'))).toEqual({ value: ['25'] })
    expect(readDraft(withKind(draft, 'boolean'))).toEqual({ value: false })
  })
})

describe('changes of data', () => {
  it('are what differs; what was left out is deleted, and nested values stay as they are', () => {
    const before = { name: 'Ada', plan: 'pro', address: { city: 'Bonn' } }
    expect(changesOf(before, { name: 'Eve', address: { city: 'Bonn' }, age: 3 })).toEqual({
      name: 'Eve',
      age: 3,
      plan: null,
    })
    expect(changesOf(before, { ...before })).toEqual({})
  })
})
