import type { z } from 'zod'
import { inTransaction } from '../../platform/db/client.ts'
import type { Database, Db, Trx } from '../../platform/db/client.ts'
import { createReadTogether } from '../../platform/db/batching/read-together.ts'
import { newId } from '../../platform/ids.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { toDoubleOptInColumns } from './double-opt-in.ts'
import { createKey } from './keys.service.ts'
import { limitsChangedJob } from './projects.jobs.ts'
import {
  findProject,
  insertProject,
  listProjects,
  listProjectsById,
  updateProject,
} from './projects.queries.ts'
import type { ProjectRow } from './projects.queries.ts'
import type { ProjectPatch } from './projects.schema.ts'
import { changesLimits, toLimitColumns } from './sending-limits.ts'

export type CreatedProject = { row: ProjectRow; secretKey: string; publicKey: string }
type CreateProjectInput = {
  name: string
  timezone?: string | undefined
  now: Date
  secretKey?: string | undefined
  publicKey?: string | undefined
}

/** Creates a project with its first two keys, random unless given. */
export async function createProject(
  db: Db | Trx,
  { name, timezone, now, secretKey, publicKey }: CreateProjectInput,
): Promise<CreatedProject> {
  return inTransaction(db, async (trx) => {
    const projectId = newId<ProjectId>(now)
    const row = await insertProject(trx, {
      id: projectId,
      name,
      ...(timezone !== undefined && { timezone }),
      created_at: now,
      updated_at: now,
    })
    const secret = await createKey(trx, {
      projectId,
      now,
      name: 'First secret key',
      kind: 'secret',
      text: secretKey,
    })
    const publicOne = await createKey(trx, {
      projectId,
      now,
      name: 'First public key',
      kind: 'public',
      text: publicKey,
    })
    return { row, secretKey: secret.text, publicKey: publicOne.text }
  })
}

/** Checks the template and the sender of confirmations, which features above know, after the change and before its commit. */
export type CheckDoubleOptIn = (trx: Trx, project: ProjectRow) => Promise<void>

type ProjectChange = {
  projectId: ProjectId
  patch: z.infer<typeof ProjectPatch>
  checkDoubleOptIn: CheckDoubleOptIn
  now: Date
}

/** Undefined if there is no such project. Email that its limits hold is judged by the new ones. */
export async function changeProject(
  db: Db | Trx,
  { projectId, patch, checkDoubleOptIn, now }: ProjectChange,
): Promise<ProjectRow | undefined> {
  const set = {
    name: patch.name,
    default_from: patch.defaultFrom,
    default_from_name: patch.defaultFromName,
    reply_to: patch.replyTo,
    track_opens: patch.tracking?.opens,
    track_clicks: patch.tracking?.clicks,
    transactional_track_opens: patch.transactionalTracking?.opens,
    transactional_track_clicks: patch.transactionalTracking?.clicks,
    public_tracking: patch.publicTracking,
    locale: patch.locale,
    timezone: patch.timezone,
    postal_address: patch.postalAddress,
    brand_color: patch.brandColor,
    mcp_approval_above: patch.mcpApprovalAbove,
    ...toLimitColumns(patch),
    ...toDoubleOptInColumns(patch),
    consent_networks: patch.consentNetworks,
    archive_enabled: patch.archive?.enabled,
    archive_title: patch.archive?.title,
    updated_at: now,
  }
  return inTransaction(db, async (trx) => {
    const control = await controlGroupColumns(trx, { projectId, patch, now })
    const row = await updateProject(trx, { projectId, set: { ...set, ...control } })
    if (row && patch.doubleOptIn) await checkDoubleOptIn(trx, row)
    if (row && changesLimits(patch)) await enqueue(trx, limitsChangedJob, { payload: { projectId } })
    return row
  })
}

/** Reports begin anew with another share: whoever joins the group got marketing email until now. */
async function controlGroupColumns(
  trx: Trx,
  { projectId, patch: { controlGroup }, now }: Pick<ProjectChange, 'projectId' | 'patch' | 'now'>,
) {
  if (!controlGroup) return {}
  const { percent } = controlGroup
  const before = await findProject(trx, { projectId })
  return { control_percent: percent, ...(before?.control_percent !== percent && { control_since: now }) }
}

/** Sets the time zone of all projects for which nobody has chosen one, when the first account is created. */
export async function moveFromUtc(
  trx: Trx,
  { timezone, now }: { timezone: string; now: Date },
): Promise<void> {
  for (const project of await listProjects(trx)) {
    if (project.timezone !== 'UTC') continue
    await updateProject(trx, { projectId: project.id, set: { timezone, updated_at: now } })
  }
}

/** Requests of a disabled project are answered with 403, on all nodes from the next request on. */
export async function setProjectDisabled(
  db: Db | Trx,
  { projectId, isDisabled, now }: { projectId: ProjectId; isDisabled: boolean; now: Date },
): Promise<ProjectRow | undefined> {
  return updateProject(db, { projectId, set: { disabled_at: isDisabled ? now : null, updated_at: now } })
}

/** Finds the settings of a project; concurrent calls share a statement. */
export function createProjectFinder(database: Database): (projectId: ProjectId) => Promise<ProjectRow> {
  const find = createReadTogether<ProjectRow>(async (ids) => {
    const rows = await listProjectsById(database, ids)
    return new Map(rows.map((row) => [row.id, row]))
  })
  return async (projectId) => {
    const row = await find(projectId)
    if (!row) throw new Error('there is no such project')
    return row
  }
}
