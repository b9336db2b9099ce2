import { describe, expect, it } from 'vitest'
import type { Form } from '../../../api/audience/forms.ts'
import {
  answersFor,
  bodyOf,
  changesOf,
  draftOf,
  followed,
  isSame,
  problemIn,
  problemsOf,
} from './form-draft.ts'

const FORM: Form = {
  id: '1',
  name: 'Footer',
  fields: [
    { key: 'email', label: 'Email', type: 'email', required: true },
    { key: 'data.plan', label: 'Plan', type: 'select', required: false, options: ['Free', 'Pro'] },
  ],
  topics: ['news'],
  submitLabel: null,
  successText: null,
  redirectUrl: null,
  consentText: 'I agree.',
  allowedOrigins: ['https://a.example'],
  confirm: null,
  enabled: true,
  submissions: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
}
const draft = draftOf(FORM)

describe('the draft of a form', () => {
  it('is saved as what it was made of', () => {
    const { id, submissions, createdAt, ...body } = FORM
    expect([id, submissions, createdAt, bodyOf(draft)]).toEqual(['1', 0, FORM.createdAt, body])
  })

  it('sends what was changed, without empty lines and the options of other types', () => {
    const [email, plan] = draft.fields
    if (!email || !plan) throw new Error('there are two fields')
    const fields = [email, { ...plan, type: 'text' as const }]
    const changed = { ...draft, fields, allowedOrigins: ' https://b.example \n\n', confirm: 'never' as const }
    expect(changesOf(draft, changed)).toEqual({
      fields: [FORM.fields[0], { key: 'data.plan', label: 'Plan', type: 'text', required: false }],
      allowedOrigins: ['https://b.example'],
      confirm: false,
    })
    expect(isSame(draft, { ...draft, name: 'Footer ' })).toBe(true)
  })

  it('follows saves of others in what the author has not changed', () => {
    const saved = draftOf({ ...FORM, name: 'Theirs', consentText: 'Theirs' })
    const mine = { ...draft, name: 'Mine', enabled: false }
    expect(followed(mine, { base: draft, saved })).toEqual({ ...saved, name: 'Mine', enabled: false })
  })

  it('has problems by field, and answers of the server until their part changes', () => {
    const body = bodyOf({ ...draft, name: '', fields: [], allowedOrigins: 'a\nhttps://b.example/x' })
    const problems = problemsOf(body)
    expect(Object.keys(problems).toSorted()).toEqual([
      'allowedOrigins.0',
      'allowedOrigins.1',
      'fields',
      'name',
    ])
    expect(problemIn(problems, 'allowedOrigins')).toContain('Must be the origin of a page')
    expect(problemIn(problems, 'topics')).toBeUndefined()
    const errors = [{ field: 'topics.0', message: 'must exist' }]
    expect(answersFor(errors, { sent: draft, draft })).toEqual({ 'topics.0': 'Must exist' })
    expect(answersFor(errors, { sent: draft, draft: { ...draft, topics: [] } })).toEqual({})
  })
})
