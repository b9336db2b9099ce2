import { expect, it } from 'vitest'
import { ask } from '../support/http-client.ts'
import { useNodes } from '../support/node-process.ts'
import { useSharedDatabase } from '../support/database/shared-database.ts'

const nodes = useNodes()
const database = useSharedDatabase()

const LIMIT = 60

it('two nodes count the requests of a project together', async () => {
  const limited = { ...database.settings, API_RATE_PER_MINUTE: String(LIMIT) }
  const both = await Promise.all([nodes.start(limited, 'api'), nodes.start(limited, 'api')])
  const statuses: number[] = []
  const hammer = async (node: { url: string }) => {
    for (let n = 0; n < 25; n += 1) statuses.push((await ask(node, 'GET /project')).status)
  }
  await Promise.all([...both, ...both].map(hammer))
  const served = statuses.filter((status) => status === 200).length
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  // A node may hold back the few it was granted and has not used.
  expect(served).toBeLessThanOrEqual(LIMIT)
  expect(served).toBeGreaterThanOrEqual(LIMIT - 6)
})
