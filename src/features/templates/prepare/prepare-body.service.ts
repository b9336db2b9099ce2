// Prepares the texts of an email in a thread, with the partials that they name. Texts that name none need no query.
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import type { ThreadPool } from '../../../platform/threads/thread-pool.ts'
import type { ThreadTask } from '../../../platform/threads/thread-task.ts'
import { loadPartials } from '../partials/load-partials.service.ts'
import type { LoadedPartials, NamedPartial } from '../partials/load-partials.service.ts'
import { runTemplateTask } from '../template-syntax.ts'
import { expandTask, inspectTask, loadMjmlTask, prepareTask } from '../templates.threads.ts'
import type { TemplateInspection } from './inspect-template.ts'
import { isMjml } from './mjml-source.ts'
import type { PreparedTemplate, TemplateInput } from './prepare-template.ts'

export type Preparation = {
  threads: ThreadPool
  projectId: ProjectId
  fields: Omit<TemplateInput, 'partials'>
  /** The body of a partial that is not saved yet, to use in place of the saved one. */
  unsaved?: { key: string; body: string }
}

/** A prepared template, with the partials that it contains. */
export type PreparedBody = PreparedTemplate & { partials: readonly NamedPartial[] }

/** Compiles a template into the parts to send; in a thread, because it may take long. @throws AppError TEMPLATE_SYNTAX */
export async function prepareBody(db: Db | Trx, preparation: Preparation): Promise<PreparedBody> {
  const loaded = await loadPartials(db, questionOf(preparation))
  const prepared = await inThread(preparation, { task: prepareTask, loaded })
  return { ...prepared, partials: loaded?.partials ?? [] }
}

/** Finds what may go wrong when it is sent. @throws AppError TEMPLATE_SYNTAX */
export async function inspectBody(db: Db | Trx, preparation: Preparation): Promise<TemplateInspection> {
  const loaded = await loadPartials(db, questionOf(preparation))
  return inThread(preparation, { task: inspectTask, loaded })
}

type BodyToExpand = { threads: ThreadPool; projectId: ProjectId; body: string }

/** The body with its partials, otherwise unchanged. @throws AppError TEMPLATE_SYNTAX */
export async function expandBody(db: Db | Trx, { threads, projectId, body }: BodyToExpand): Promise<string> {
  const loaded = await loadPartials(db, { projectId, texts: [body] })
  if (!loaded) return body
  return runTemplateTask(threads, { task: expandTask, input: { body, partials: loaded.set }, projectId })
}

const questionOf = ({ projectId, fields: { body, text }, unsaved }: Preparation) => ({
  projectId,
  texts: [body, text ?? ''],
  unsaved,
})

/**
 * Starts a thread and loads its libraries, so that the first email after a start does not wait for them: half a second, and
 * longer while a campaign keeps the cores busy.
 */
export async function warmUpTemplates(threads: ThreadPool): Promise<void> {
  const body = '<style>p { color: black }</style><p>Hello</p>'
  // A node that stops meanwhile loses nothing.
  await threads
    .run(prepareTask, { subject: '', body, text: null, type: 'TRANSACTIONAL' })
    .catch(() => undefined)
}

type Work<Output> = { task: ThreadTask<TemplateInput, Output>; loaded: LoadedPartials | undefined }

async function inThread<Output>(
  { threads, projectId, fields }: Preparation,
  { task, loaded }: Work<Output>,
): Promise<Output> {
  const { subject, body, text, type, previewText = null, fromName = null } = fields
  // A layout may be MJML.
  const mayBeMjml = isMjml(body) || Object.values(loaded?.set.bodies ?? {}).some(isMjml)
  if (mayBeMjml) await runTemplateTask(threads, { task: loadMjmlTask, input: null, projectId })
  const input = { subject, body, text, type, previewText, fromName, ...(loaded && { partials: loaded.set }) }
  return runTemplateTask(threads, { task, input, projectId })
}
