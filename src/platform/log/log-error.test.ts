import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildContact } from '../../../test/support/factories.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { describeError } from './log-error.ts'

const test = useTestApp()

/** The log entry of the error that the statement fails with. */
async function loggedErrorOf(statement: string): Promise<unknown> {
  try {
    await sql.raw(statement).execute(test.deps.database.db)
  } catch (error) {
    return describeError(new Error('could not be written', { cause: error }))
  }
  throw new Error('nothing went wrong')
}

describe('an error in the log', () => {
  it.each([
    [
      'a value that is there already',
      'update contacts set id = gen_random_uuid(), email = (select min(email) from contacts)',
    ],
    ['a row that is refused', 'update contacts set project_id = null'],
    ['a value that cannot be read', "select 'marie@example.com'::integer"],
    ['a value within JSON', `select '{"email": marie@example.com}'::jsonb`],
    ['a value in a function', `do $$ begin perform 'marie@example.com'::uuid; end $$`],
  ])('names the problem and no value of %s', async (_what, statement) => {
    await buildContact(test, { email: 'marie@example.com' })
    await buildContact(test, { email: 'pierre@example.com' })
    const logged = JSON.stringify(await loggedErrorOf(statement))
    expect(logged).not.toMatch(/marie|pierre/)
    expect(JSON.parse(logged)).toMatchObject({
      type: 'Error',
      message: 'could not be written',
      cause: { type: 'DatabaseError', code: expect.stringMatching(/^2[23]/) as string },
    })
  })

  it('names the constraint and the place in the code', async () => {
    expect(
      await loggedErrorOf("insert into rate_windows values ('a', 1, '{}'), ('a', 1, '{}')"),
    ).toMatchObject({
      cause: {
        message: 'duplicate key value violates unique constraint "rate_windows_pkey"',
        constraint: 'rate_windows_pkey',
        table: 'rate_windows',
        stack: expect.stringContaining('    at ') as string,
      },
    })
  })

  it('shows all of several errors, ends a circle of causes, and leaves alone what is no error', () => {
    const circle = new Error('circle')
    circle.cause = circle
    const many = new AggregateError([new Error('one'), circle], 'both')
    expect(describeError(many)).toMatchObject({ message: 'both', errors: [{ message: 'one' }, {}] })
    expect(describeError('a text')).toBe('a text')
  })
})
