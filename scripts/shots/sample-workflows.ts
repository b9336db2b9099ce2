// A workflow with people on their way through it.
import { setTimeout } from 'node:timers/promises'
import { RECIPES } from '../../src/features/workflows/recipes.schema.ts'

type Post = <T>(path: string, body: unknown) => Promise<T>
type Get = <T>(path: string) => Promise<T>
type CreatedRecord = { id: string }

const ENTRANTS = 9
// Executions begin within a second or two; a picture without them would be of an empty list.
const MOST_LOOKS = 40
const LOOK_MS = 250

const titleOf = (alias: string) => `${alias.charAt(0).toUpperCase()}${alias.slice(1).replaceAll('-', ' ')}`

/** The ids of the workflow and of one execution. */
export async function addWorkflows(post: Post, get: Get): Promise<Record<'workflow' | 'execution', string>> {
  let workflow = ''
  for (const recipe of RECIPES) {
    const aliases = JSON.stringify(recipe.workflow).matchAll(/"templateId":"([\w-]+)"/g)
    for (const [, alias = ''] of aliases) {
      const body = `<h1>${titleOf(alias)}</h1><p>Hello {{ name }}</p>`
      await post('/templates', {
        name: titleOf(alias),
        alias,
        subject: titleOf(alias),
        body,
        type: 'MARKETING',
        from: 'hello@shop.test',
      })
    }
    workflow = (await post<CreatedRecord>('/workflows', { ...recipe.workflow, enabled: true })).id
  }
  for (let n = 0; n < ENTRANTS; n++) {
    const data = { seats: [1, 8, 120][n % 3], name: `Person ${n}` }
    await post('/v1/track', { email: `person.${n}@example.com`, event: 'signed.up', data })
  }
  for (let look = 0; look < MOST_LOOKS; look++) {
    const { executions } = await get<{ executions: (CreatedRecord & { status: string })[] }>(
      `/workflows/${workflow}/executions`,
    )
    const waiting = executions.filter(({ status }) => status === 'WAITING')
    if (waiting.length === ENTRANTS) return { workflow, execution: waiting[0]?.id ?? '' }
    await setTimeout(LOOK_MS)
  }
  throw new Error('the executions of the sample workflow did not begin')
}
