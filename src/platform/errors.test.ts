import { describe, expect, it } from 'vitest'
import { AppError, ERRORS, invalidFields } from './errors.ts'

describe('AppError', () => {
  it('says what the catalogue says', () => {
    const error = new AppError('CONFLICT')
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({ code: 'CONFLICT', ...ERRORS.CONFLICT })
    expect(error.fields).toBeUndefined()
    expect(error.retryAfterSeconds).toBeUndefined()
  })

  it('says what the place that throws it knows better', () => {
    const cause = new Error('inner')
    const details = { message: 'Taken.', suggestion: 'Wait.', retryAfterSeconds: 3, cause }
    expect(new AppError('CONFLICT', details)).toMatchObject(details)
  })
})

describe('invalidFields', () => {
  it('is a VALIDATION_ERROR with all the problems it is given', () => {
    const problems = [
      { field: 'a', message: 'is bad', code: 'custom' as const },
      { field: 'b', message: 'is worse', code: 'too_big' as const },
    ]
    expect(invalidFields(...problems)).toMatchObject({ code: 'VALIDATION_ERROR', fields: problems })
  })
})

describe('the catalogue', () => {
  it.each(Object.entries(ERRORS))('%s has whole sentences for a person', (_code, { message, suggestion }) => {
    expect(message).toMatch(/^[A-Z].*\.$/)
    expect(suggestion).toMatch(/^\S.*[\w.>]$/)
  })
})
