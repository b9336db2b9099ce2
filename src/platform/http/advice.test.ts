// Errors say what is wrong, with the value and the limit, and then what to do; what they advise works as it is written.
import { describe, expect, it } from 'vitest'
import { uploadCsv } from '../../../test/support/factories.ts'
import { call, errorOf } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'

const test = useTestApp({ IMPORT_LIMIT_MB: '1' })

describe('the advice of an error', () => {
  it('names the methods of a path, in the text as in the header', async () => {
    const reply = await call(test, ['DELETE', '/project'])
    expect([reply.statusCode, reply.headers['allow']]).toEqual([405, 'GET, HEAD, PATCH'])
    expect(errorOf(reply).message).toBe(
      'This path does not support DELETE. Supported methods: GET, HEAD, PATCH.',
    )
  })

  it('tells a caller who sends a CSV with the content type of curl how to send it', async () => {
    const csv = 'email\nann@example.com\n'
    const asForm = { 'content-type': 'application/x-www-form-urlencoded' }
    const reply = await uploadCsv(test, csv, { headers: asForm })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'INVALID_REQUEST_BODY'])
    expect(errorOf(reply).message).toContain('must be text/csv or multipart/form-data')
    expect(errorOf(reply).suggestion).toContain('-H "Content-Type: text/csv"')
    expect((await uploadCsv(test, csv)).statusCode).toBe(202)
  })

  it('names the limit and the setting of a file that is too large', async () => {
    const reply = await uploadCsv(test, 'x'.repeat(1_100_000))
    expect(reply.statusCode).toBe(413)
    expect(errorOf(reply).message).toContain('larger than 1 MB')
    expect(errorOf(reply).message).toContain('IMPORT_LIMIT_MB')
  })
})
