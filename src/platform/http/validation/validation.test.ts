import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { AppError, FIELD_CODES } from '../../errors.ts'
import { parseFields } from './validation.ts'

/** The problems of a value, as the caller sees them. */
function problemsOf(schema: z.ZodType, value: unknown) {
  try {
    parseFields(schema, value)
  } catch (error) {
    if (error instanceof AppError) return error.fields
    throw error
  }
  return []
}

describe('a value against its schema', () => {
  it('comes out as the schema makes it', () => {
    expect(parseFields(z.object({ n: z.string().transform(Number) }), { n: '1', more: true })).toEqual({
      n: 1,
    })
  })

  it('is refused as a VALIDATION_ERROR', () => {
    expect(() => parseFields(z.string(), 1)).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' }))
  })

  it.each<[string, z.ZodType, unknown, string]>([
    ['a missing field', z.object({ a: z.string() }), {}, 'required'],
    ['a missing choice', z.object({ a: z.enum(['x']) }), {}, 'required'],
    ['another type', z.object({ a: z.string() }), { a: 1 }, 'invalid_type'],
    ['null', z.object({ a: z.string() }), { a: null }, 'invalid_type'],
    ['no number', z.object({ a: z.number() }), { a: NaN }, 'invalid_type'],
    ['a fraction', z.object({ a: z.int() }), { a: 1.5 }, 'invalid_type'],
    ['another form', z.object({ a: z.string().regex(/x/) }), { a: 'y' }, 'invalid_string'],
    ['no date', z.object({ a: z.iso.datetime() }), { a: 'soon' }, 'invalid_date'],
    ['another choice', z.object({ a: z.enum(['x', 'y']) }), { a: 'z' }, 'invalid_enum_value'],
    ['another constant', z.object({ a: z.literal(true) }), { a: false }, 'invalid_enum_value'],
    ['too short', z.object({ a: z.string().min(2) }), { a: 'x' }, 'too_small'],
    ['too many', z.object({ a: z.array(z.string()).max(1) }), { a: ['x', 'y'] }, 'too_big'],
    ['more fields than allowed', z.object({ a: z.strictObject({}) }), { a: { b: 1 } }, 'unrecognized_keys'],
    ['none of several', z.object({ a: z.union([z.string(), z.number()]) }), { a: true }, 'invalid_union'],
    ['a rule of its own', z.object({ a: z.string().refine(() => false) }), { a: 'x' }, 'custom'],
    ['no multiple', z.object({ a: z.number().multipleOf(2) }), { a: 3 }, 'custom'],
  ])('has a code of ours: %s', (...[, schema, value, code]) => {
    const problems = problemsOf(schema, value)
    expect(problems).toHaveLength(1)
    expect(problems?.[0]).toMatchObject({ field: 'a', code })
    expect(FIELD_CODES).toContain(problems?.[0]?.code)
  })

  it('has the code that a rule names for itself', () => {
    const schema = z.string().refine(() => false, { params: { code: 'reserved' }, message: 'is taken' })
    expect(problemsOf(schema, 'x')).toEqual([{ field: '', message: 'is taken', code: 'reserved' }])
  })

  it('is named by a dot path', () => {
    const schema = z.object({ to: z.array(z.object({ email: z.string() })) })
    expect(problemsOf(schema, { to: [{ email: 'x' }, {}] })).toEqual([
      { field: 'to.1.email', message: 'is required', code: 'required' },
    ])
  })

  it('is reported in terms of JSON', () => {
    const schema = z.object({
      a: z.record(z.string(), z.string()),
      b: z.int(),
      c: z.array(z.string()),
      d: z.enum(['x', 'y']),
    })
    expect(problemsOf(schema, { a: 1, b: '1', c: {}, d: 'z' })?.map(({ message }) => message)).toEqual([
      'must be an object',
      'must be a number',
      'must be an array',
      'must be one of: x, y',
    ])
  })
})

describe('a value that may have several forms', () => {
  const address = z.union([z.string(), z.object({ name: z.string(), email: z.string() })])

  it('gets the problems of the form that it resembles most', () => {
    expect(problemsOf(z.object({ to: address }), { to: { name: 'Ada' } })).toEqual([
      { field: 'to.email', message: 'is required', code: 'required' },
    ])
    expect(
      problemsOf(z.object({ to: z.array(address) }), { to: ['x', { name: 1, email: 2 }] }),
    ).toMatchObject([
      { field: 'to.1.name', code: 'invalid_type' },
      { field: 'to.1.email', code: 'invalid_type' },
    ])
  })

  it('gets the list of forms when one field names the form', () => {
    const step = z.discriminatedUnion('type', [
      z.object({ type: z.literal('SEND') }),
      z.object({ type: z.literal('WAIT') }),
    ])
    expect(problemsOf(z.object({ step }), { step: {} })).toEqual([
      { field: 'step.type', message: 'is required', code: 'required' },
    ])
    expect(problemsOf(z.object({ step }), { step: { type: 'FLY' } })).toEqual([
      { field: 'step.type', message: 'must be one of: SEND, WAIT', code: 'invalid_enum_value' },
    ])
  })

  it('gets the message that no form fits when it resembles none', () => {
    expect(problemsOf(z.object({ to: address }), { to: 1 })).toMatchObject([
      { field: 'to', code: 'invalid_union' },
    ])
  })
})

it('names the key of a record that is refused', () => {
  const schema = z.object({ data: z.record(z.string().max(3, 'is too long'), z.unknown()) })
  expect(problemsOf(schema, { data: { long_key: 1 } })).toMatchObject([
    { field: 'data.long_key', code: 'too_big' },
  ])
})
