import { describe, expect, it } from 'vitest'
import { buildContacts } from '../../../../test/support/factories.ts'
import { call, errorOf } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { AppError } from '../../errors.ts'
import type { ProjectId } from '../../ids.ts'
import { createSecrets } from '../../secrets/secrets.ts'
import { createCursors } from './cursors.ts'

const test = useTestApp()

const ours = 'project-1' as ProjectId
const theirs = 'project-2' as ProjectId
const cursors = createCursors(createSecrets('a key that is long enough for the tests'))
const cursor = cursors.encode('contacts', ours, 'the key of a row')

describe('a cursor', () => {
  it('gives back the key it was made of', () => {
    expect(cursors.decode('contacts', ours, cursor)).toBe('the key of a row')
    expect(cursors.decode('contacts', ours, undefined)).toBeUndefined()
  })

  it('can be put into an address as it is', () => {
    expect(cursors.encode('contacts', ours, 'ü?&/+=')).toMatch(/^[\w-]+$/)
  })

  it.each([
    ['another list', () => cursors.decode('keys', ours, cursor)],
    ['another project', () => cursors.decode('contacts', theirs, cursor)],
    ['another server', () => createCursors(createSecrets('x'.repeat(40))).decode('contacts', ours, cursor)],
    ['nothing', () => cursors.decode('contacts', ours, '')],
    ['a signature without a key', () => cursors.decode('contacts', ours, 'A'.repeat(16))],
    ['less than a signature', () => cursors.decode('contacts', ours, 'AAAA')],
    ['other letters', () => cursors.decode('contacts', ours, `${cursor}!`)],
    ['the other base64', () => cursors.decode('contacts', ours, `${cursor}=`)],
  ])('is refused when it comes from %s', (_what, decode) => {
    expect(decode).toThrow(AppError)
    expect(decode).toThrow('The cursor cannot be read')
  })

  it('is refused whichever character of it is changed', () => {
    for (const [index, letter] of Array.from(cursor).entries()) {
      const changed = `${cursor.slice(0, index)}${letter === 'A' ? 'B' : 'A'}${cursor.slice(index + 1)}`
      expect(() => cursors.decode('contacts', ours, changed)).toThrow(AppError)
    }
  })
})

type Page = { contacts: { id: string }[]; cursor: string | null; hasMore: boolean; total: number | null }

const page = async (query: Record<string, string>) =>
  (await call(test, ['GET', '/contacts'], { query })).json<Page>()

describe('a list in pages', () => {
  it('shows every record once, newest first, while others are added and removed', async () => {
    const ids = (await buildContacts(test, 7)).map(({ id }) => id).toReversed()
    const first = await page({ limit: '3' })
    expect(first).toMatchObject({ hasMore: true, total: 7 })
    await buildContacts(test, 2)
    await call(test, ['DELETE', `/contacts/${ids[2]}`])
    const second = await page({ limit: '3', cursor: first.cursor ?? '' })
    const third = await page({ limit: '3', cursor: second.cursor ?? '' })
    expect([first, second, third].flatMap(({ contacts }) => contacts.map(({ id }) => id))).toEqual(ids)
    expect(third).toMatchObject({ cursor: null, hasMore: false })
  })

  it('ends without a cursor on a page that is exactly full', async () => {
    const { total } = await page({})
    expect(await page({ limit: String(total) })).toMatchObject({ cursor: null, hasMore: false })
  })

  it('leaves the total out where it is not wanted', async () => {
    expect(await page({ total: 'false' })).toMatchObject({ total: null })
  })

  it('is a 400 with a cursor that cannot be read, or is of another project or another list', async () => {
    const { cursor: contactCursor } = await page({ limit: '1' })
    const query = { cursor: contactCursor ?? '' }
    for (const request of [
      call(test, ['GET', '/contacts'], { query: { cursor: 'x'.repeat(5_000) } }),
      call(test, ['GET', '/contacts'], { query, key: test.other.secretKey }),
      call(test, ['GET', '/keys'], { query }),
    ]) {
      const reply = await request
      expect(reply.statusCode).toBe(400)
      expect(errorOf(reply).code).toBe('BAD_REQUEST')
    }
  })
})
