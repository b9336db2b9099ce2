// A project whose bytes are in an object store, between two installations that have a store each, and to one that has none.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../../../test/support/eventually.ts'
import { addImage } from '../../../../test/support/images.ts'
import { runJob } from '../../../../test/support/jobs.ts'
import { call } from '../../../../test/support/requests.ts'
import { useS3Server } from '../../../../test/support/servers/s3-server.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { deleteUnusedObjectsJob } from '../../../platform/objects/objects-upkeep.ts'
import {
  activeSides,
  buildFullProject,
  killAt,
  move,
  useInstallations,
} from './fixtures/two-installations.ts'

const here = await useS3Server()
const there = await useS3Server()
const installations = useInstallations({
  source: { OBJECT_STORE: here.setting },
  target: { OBJECT_STORE: there.setting },
})
const withoutStore = useInstallations({ source: { OBJECT_STORE: here.setting } })
const { source, target } = installations

let full: TestApp
let images: { path: string }[]

const keysIn = async (s3: typeof here) =>
  (await s3.keys()).filter((key) => key.startsWith(full.project.projectId))
const show = (app: TestApp, { path }: { path: string }) => call(app, ['GET', path], { key: null })
const moveIt = (options = {}) => move(installations, { projectId: full.project.projectId, ...options })

/** The job that deletes objects, as if all times had passed. */
async function sweep({ deps }: TestApp): Promise<void> {
  await sql`update unused_objects set due_at = 'epoch'`.execute(deps.database.db)
  await runJob(deps, deleteUnusedObjectsJob, { payload: {} })
}

beforeEach(async () => {
  full = await buildFullProject(source)
  images = [await addImage(full, '#000001'), await addImage(full, '#000002')]
})

describe('the objects of a project that moves', () => {
  it('are read from the store of the target, and deleted from that of the source', async () => {
    const stored = await keysIn(here)
    await moveIt()
    expect(await keysIn(there)).toEqual(stored)
    await Promise.all([sweep(source), sweep(target)])
    expect([await keysIn(here), await keysIn(there)]).toEqual([[], stored])
    for (const image of images) expect((await show(target, image)).statusCode).toBe(200)
  })

  it('are copied, too, when they are stored meanwhile, and deleted when their row is gone by then', async () => {
    const [removed] = (await call(full, ['GET', '/images'])).json<{ images: { id: string }[] }>().images
    let late: { path: string } | undefined
    await moveIt({
      onStep: async (step: string) => {
        if (step !== 'copied') return
        late = await addImage(full, '#000003')
        await call(full, ['DELETE', `/images/${removed?.id}`])
      },
    })
    expect(await keysIn(there)).toHaveLength(3)
    await sweep(target)
    expect(await keysIn(there)).toHaveLength(2)
    expect((await show(target, late ?? { path: '' })).statusCode).toBe(200)
  })

  it('wait for a store that is away for a moment', async () => {
    let failures = 0
    there.fault = ({ method }) =>
      method === 'PUT' && (failures += 1) <= 5 ? { status: 503, code: 'SlowDown' } : undefined
    await moveIt()
    expect(await keysIn(there)).toHaveLength(2)
    for (const image of images) expect((await show(target, image)).statusCode).toBe(200)
  })

  it('do not move when the target refuses them, and nothing is left there', async () => {
    let writes = 0
    const interruption = new AbortController()
    there.fault = ({ method }) => {
      if (method !== 'PUT' || (writes += 1) === 1) return undefined
      if (writes > 5) interruption.abort()
      return { status: 403, code: 'AccessDenied' }
    }
    await expect(moveIt({ signal: interruption.signal })).rejects.toThrow('was interrupted')
    expect(await activeSides(installations, full.project)).toEqual(['source'])
    there.fault = () => undefined
    await sweep(target)
    expect(await keysIn(there)).toEqual([])
    for (const image of images) expect((await show(source, image)).statusCode).toBe(200)
  })

  it('that are lost do not keep the project from moving', async () => {
    const [lost = '', kept = ''] = await keysIn(here)
    here.remove(lost)
    const said: string[] = []
    await moveIt({ reporter: { say: (text: string) => void said.push(text), table: () => undefined } })
    expect(await keysIn(there)).toEqual([kept])
    expect(said.join('\n')).toContain('does not have 1 of the objects')
    const replies = await Promise.all(images.map((image) => show(target, image)))
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 404]))
  })

  it.each(['copied', 'equal', 'arrived'] as const)('are complete after a kill at "%s"', async (step) => {
    const stored = await keysIn(here)
    await killAt(step, installations, full.project)
    // The connections of the command have ended, but its copies end when they notice.
    await eventually(async () => {
      await moveIt()
      expect(await keysIn(there)).toEqual(stored)
    })
    await Promise.all([sweep(source), sweep(target)])
    expect([await keysIn(here), await keysIn(there)]).toEqual([[], stored])
  })
})

it('is refused when the target has no store, and the source stays as it is', async () => {
  const own = await buildFullProject(withoutStore.source)
  await addImage(own, '#000001')
  await expect(move(withoutStore, { projectId: own.project.projectId })).rejects.toThrow(
    'Set OBJECT_STORE there',
  )
  expect(await activeSides(withoutStore, own.project)).toEqual(['source'])
})
