// The CTEs that sending embeds in its own statement: their input `wanted` and their output `known`.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildContact, newAddress, readContact, readEventNames } from '../../../../test/support/factories.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { newId } from '../../../platform/ids.ts'
import { ensureContactsSql } from './ensure.queries.ts'

const test = useTestApp()

type WantedContact = { email: string; name: string | null }

/** Has exactly the columns that the CTEs need. */
async function ensure(wanted: readonly WantedContact[]) {
  const now = test.clock.now()
  const rows = wanted.map((one) => ({
    project_id: test.project.projectId,
    ...one,
    contact_id: newId(now),
    change_id: newId(now),
    at: now,
  }))
  const { rows: known } = await sql<Record<string, unknown>>`
    with wanted as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as w (project_id uuid, email text, name text, contact_id uuid, change_id uuid, at timestamptz)
    ), ${ensureContactsSql()}
    select * from known order by email`.execute(test.deps.database.db)
  return { given: rows, known }
}

describe('ensureContactsSql', () => {
  it('gives exactly the columns that others join, for a contact that it makes', async () => {
    const email = newAddress()
    const { given, known } = await ensure([{ email, name: 'Ada' }])
    expect(known).toEqual([
      {
        project_id: test.project.projectId,
        email,
        id: given[0]?.contact_id,
        subscribed: false,
        before_subscribing: 'NEVER_ASKED',
        paused_until: null,
        topic_choices: {},
      },
    ])
    expect(await readContact(test, email)).toMatchObject({ id: given[0]?.contact_id, data: { name: 'Ada' } })
    expect(await readEventNames(test, given[0]?.contact_id ?? '')).toEqual(['contact.created'])
  })

  it('gives the same columns for a contact that is there, with its own id', async () => {
    const { id, email } = await buildContact(test, { subscribed: true, data: { name: 'Ada' } })
    const { known } = await ensure([{ email, name: 'Other' }])
    expect(known).toEqual([
      {
        project_id: test.project.projectId,
        email,
        id,
        subscribed: true,
        before_subscribing: null,
        paused_until: null,
        topic_choices: {},
      },
    ])
    expect(await readContact(test, email)).toMatchObject({ data: { name: 'Ada' } })
  })

  it('gives each address once, also where only a name is added', async () => {
    const { id, email } = await buildContact(test, { subscribed: true })
    const { known } = await ensure([
      { email, name: 'Ada' },
      { email: newAddress(), name: null },
    ])
    expect(known).toHaveLength(2)
    expect(known).toContainEqual({
      project_id: test.project.projectId,
      email,
      id,
      subscribed: true,
      before_subscribing: null,
      paused_until: null,
      topic_choices: {},
    })
    expect(await readContact(test, email)).toMatchObject({ data: { name: 'Ada' } })
  })
})
