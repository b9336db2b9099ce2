// Calls that share a statement with the largest possible calls.
import { describe, expect, it } from 'vitest'
import { newAddress } from '../../../test/support/factories.ts'
import { postSend, readEmail, send } from '../../../test/support/send-steps.ts'
import { useTestApp } from '../../../test/support/test-app.ts'

const test = useTestApp()

const recipients = (count: number) => Array.from({ length: count }, () => newAddress())

/** The largest allowed data, all of it used by the body. */
const largest = (to: string[]) => ({
  to,
  body: '<p>{{ text }}</p>',
  data: { text: 'x'.repeat(262_144 - '{"text":""}'.length) },
})

describe('calls that come together', () => {
  it('are all accepted, even if some are large', async () => {
    const large = Array.from({ length: 6 }, () => postSend(test, largest(recipients(50))))
    const small = Array.from({ length: 60 }, () =>
      postSend(test, { to: newAddress() }, { key: test.other.secretKey }),
    )
    const replies = await Promise.all([...large, ...small])
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 200))
  })

  it('with several recipients keep their data with each of them', async () => {
    const calls = await Promise.all(
      ['one', 'two', 'three'].map(async (code) => ({
        code,
        entries: await send(test, { to: recipients(3), body: '{{ code }}', data: { code, unused: 1 } }),
      })),
    )
    for (const { code, entries } of calls) {
      for (const { email } of entries) {
        expect(await readEmail(test, email)).toMatchObject({ variables: { code } })
      }
    }
  })
})
