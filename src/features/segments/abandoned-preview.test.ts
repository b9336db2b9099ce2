// A caller who disconnects during a count leaves nothing running in the database.
import { beforeAll, it } from 'vitest'
import { expectEndedWithCaller } from '../../../test/support/database/held-contacts.ts'
import { buildContact } from '../../../test/support/factories.ts'
import { all, buildSegment, PRO } from '../../../test/support/segments.ts'
import { useTestApp } from '../../../test/support/test-app.ts'

const test = useTestApp()

let url = ''
let segmentId = ''
beforeAll(async () => {
  await buildContact(test)
  segmentId = (await buildSegment(test, { filters: all(PRO) })).id
  url = await test.app.listen({ port: 0, host: '127.0.0.1' })
})

const filter = encodeURIComponent(JSON.stringify(all(PRO)))

it.each<[method: string, path: string, body?: object]>([
  ['POST', '/segments/preview', { filters: all(PRO) }],
  ['POST', '/segments', { name: 'x', filters: all(PRO) }],
  ['GET', '/segments/{id}/contacts'],
  ['GET', '/contacts?filter={filter}'],
])('the statement of a caller who disconnects ends: %s %s', async (method, path, body) => {
  await expectEndedWithCaller(test, (signal) =>
    fetch(url + path.replace('{id}', segmentId).replace('{filter}', filter), {
      method,
      signal,
      headers: {
        authorization: `Bearer ${test.project.secretKey}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }),
  )
})
