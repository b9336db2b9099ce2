import type { z } from 'zod'
import { inTransaction } from '../../platform/db/client.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import { violatedConstraint } from '../../platform/db/failures/database-errors.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { ProjectId, ViewId } from '../../platform/ids.ts'
import { countViews, findView, insertView, lockViews, updateView } from './views.queries.ts'
import type { ViewRef, ViewRow } from './views.queries.ts'
import type { SavedViewCreate, SavedViewPatch } from './views.schema.ts'

// The menu of a list shows all of its views.
export const MOST_VIEWS = 200

type CreateViewInput = { projectId: ProjectId; view: z.output<typeof SavedViewCreate>; now: Date }

export async function createView(
  db: Db | Trx,
  { projectId, view: { list, name, params }, now }: CreateViewInput,
): Promise<ViewRow> {
  return namedOnce(name, () =>
    inTransaction(db, async (trx) => {
      await lockViews(trx, { projectId })
      if ((await countViews(trx, { projectId, filter: {} })) >= MOST_VIEWS) throw tooMany()
      return insertView(trx, {
        project_id: projectId,
        id: newId<ViewId>(now),
        list,
        name,
        params: JSON.stringify(params),
        created_at: now,
        updated_at: now,
      })
    }),
  )
}

export async function readView(db: Db | Trx, ref: ViewRef): Promise<ViewRow> {
  return requireView(await findView(db, ref))
}

type ChangeViewInput = ViewRef & { patch: z.output<typeof SavedViewPatch>; now: Date }

export async function changeView(
  db: Db | Trx,
  { patch: { name, params }, ...change }: ChangeViewInput,
): Promise<ViewRow> {
  const row = await namedOnce(name, () =>
    updateView(db, { ...change, name, params: params && JSON.stringify(params) }),
  )
  return requireView(row)
}

async function namedOnce<T>(name: string | undefined, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (violatedConstraint(error) !== 'saved_views_name') throw error
    throw new AppError('CONFLICT', {
      message: `The list has a view with the name ${name}.`,
      suggestion: 'Choose another name, or change that view with PATCH /views/{id}.',
      cause: error,
    })
  }
}

function requireView(row: ViewRow | undefined): ViewRow {
  if (!row) throw noView()
  return row
}

export const noView = (): AppError =>
  new AppError('RESOURCE_NOT_FOUND', {
    message: 'There is no such view.',
    suggestion: 'List the views with GET /views.',
  })

const tooMany = (): AppError =>
  new AppError('CONFLICT', {
    message: `A project has at most ${MOST_VIEWS} views.`,
    suggestion: 'Delete one that nobody needs with DELETE /views/{id}.',
  })
