// Links and moves of projects that have lived on more than two installations, or come back.
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { createLinkTokens } from '../../../platform/secrets/link-tokens.ts'
import { loadKeyring } from '../../../platform/secrets/project-keys.ts'
import {
  activeSides,
  buildFullProject,
  countRows,
  killAt,
  listContacts,
  move,
  sideOf,
  TARGET_URL,
  useInstallations,
} from './fixtures/two-installations.ts'
import type { ContactPage } from './fixtures/two-installations.ts'

const installations = useInstallations()
const { source, target } = installations
const THIRD_URL = 'https://three.example.com'
const third = useTestApp({ PUBLIC_URL: THIRD_URL, ENCRYPTION_KEY: 'the key of the third installation' })

describe('a move', () => {
  it('lets its first installation lead links on until it is back, and never in circles', async () => {
    const { project } = await buildFullProject(source)
    const { projectId } = project
    const token = createLinkTokens(source.deps.secrets).make('manage', {
      ids: [projectId, projectId, projectId],
    })
    await move(installations, { projectId })
    const seen: unknown[] = []
    const look = async (step: string) => {
      const { headers, statusCode } = await source.app.inject({ method: 'GET', url: `/manage/${token}` })
      seen.push([step, statusCode, headers.location])
    }
    const onStep = async (step: string) => {
      if (step !== 'active') await loadKeyring(source.deps.database, source.deps.secrets)
      if (['copied', 'left', 'active'].includes(step)) await look(step)
    }
    await move({ source: target, target: source }, { projectId, onStep })
    expect(seen).toEqual([
      ['copied', 307, `${TARGET_URL}/manage/${token}`],
      ['left', 503, undefined],
      ['active', 503, undefined],
    ])
  })

  it('onward is followed by links of the first installation', async () => {
    const { project } = await buildFullProject(source)
    const { projectId } = project
    const token = createLinkTokens(source.deps.secrets).make('manage', {
      ids: [projectId, projectId, projectId],
    })
    await move(installations, { projectId })
    await move({ source: target, target: third }, { projectId })
    await loadKeyring(target.deps.database, target.deps.secrets)
    const { headers, statusCode } = await target.app.inject({ method: 'GET', url: `/manage/${token}` })
    expect([statusCode, headers.location]).toEqual([307, `${THIRD_URL}/manage/${token}`])
  })
})

describe('a form of a project that has moved', () => {
  it('is handed on: one click unsubscribes there', async () => {
    const { project } = await buildFullProject(source)
    const { projectId } = project
    const [contact] = (await listContacts(source, project)).json<ContactPage>().contacts
    const ids = [projectId, contact?.id ?? '', projectId]
    const token = createLinkTokens(source.deps.secrets).make('unsubscribe', { ids })
    const publicUrl = await target.app.listen({ host: '127.0.0.1', port: 0 })
    await move(installations, { projectId, to: { ...sideOf(target), publicUrl } })
    for (const { deps } of [source, target]) await loadKeyring(deps.database, deps.secrets)
    const { statusCode } = await source.app.inject({
      method: 'POST',
      url: `/unsubscribe/${token}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
    expect(statusCode).toBe(200)
    const { contacts } = (await listContacts(target, project)).json<{ contacts: object[] }>()
    expect(contacts).toContainEqual(expect.objectContaining({ id: contact?.id, subscribed: false }))
  })
})

describe('a move that waits to be completed', () => {
  it('is completed after the project has moved on', async () => {
    const { project } = await buildFullProject(source)
    const { projectId } = project
    const before = await countRows(source, project)
    await killAt('active', installations, project)
    await move({ source: target, target: third }, { projectId })
    await move(installations, { projectId })
    expect(await countRows(source, project)).toEqual({})
    expect(await countRows(target, project)).toEqual({})
    expect(await countRows(third, project)).toEqual(before)
  })

  it('is left alone by a command for an installation that does not have the project', async () => {
    const { project } = await buildFullProject(source)
    const before = await countRows(source, project)
    await killAt('left', installations, project)
    const wrong = move({ source: third, target }, { projectId: project.projectId })
    await expect(wrong).rejects.toThrow(`There is no project ${project.projectId}`)
    await move(installations, { projectId: project.projectId })
    expect(await countRows(target, project)).toEqual(before)
    expect(await activeSides(installations, project)).toEqual(['target'])
  })
})
