import type { Selectable } from 'kysely'
import type { z } from 'zod'
import { inTransaction } from '../../platform/db/client.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { Forms } from '../../platform/db/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { FormId, ProjectId } from '../../platform/ids.ts'
import type { ConfirmCheck } from './confirm-check.service.ts'
import { holdTopics, requireTopics } from '../topics/index.ts'
import { deleteUses, replaceUses } from '../uses/index.ts'
import {
  countForms,
  deleteForm,
  findForm,
  insertForm,
  lockForm,
  lockForms,
  updateForm,
} from './forms.queries.ts'
import type { FormRef, FormRow } from './forms.queries.ts'
import type { FormCreate, FormField, FormPatch } from './forms.schema.ts'
import { EMAIL_KEY } from './forms.values.ts'

// A site has a handful. Lists count the submissions of each.
export const MOST_FORMS = 100

export const DEFAULT_FIELDS: FormField[] = [{ key: EMAIL_KEY, label: 'Email', type: 'email', required: true }]

type CreateFormInput = {
  projectId: ProjectId
  form: z.output<typeof FormCreate>
  checkConfirm: ConfirmCheck
  now: Date
}

export async function createForm(
  db: Db | Trx,
  { projectId, form, checkConfirm, now }: CreateFormInput,
): Promise<FormRow> {
  const ref = { projectId, formId: newId<FormId>(now) }
  return inTransaction(db, async (trx) => {
    await lockForms(trx, ref)
    if ((await countForms(trx, ref)) >= MOST_FORMS) throw tooMany()
    const topics = form.topics ?? []
    const enabled = form.enabled ?? true
    await insertForm(trx, {
      project_id: projectId,
      id: ref.formId,
      name: form.name,
      fields: JSON.stringify(form.fields ?? DEFAULT_FIELDS),
      topics,
      submit_label: form.submitLabel ?? null,
      success_text: form.successText ?? null,
      redirect_url: form.redirectUrl ?? null,
      consent_text: form.consentText ?? null,
      allowed_origins: form.allowedOrigins ?? [],
      confirm: form.confirm ?? null,
      enabled,
      created_at: now,
    })
    await recordTopicUses(trx, { ...ref, topics, enabled })
    if (enabled && form.confirm) await checkConfirm(trx, ref)
    return requireForm(await findForm(trx, ref))
  })
}

export async function changeForm(
  db: Db | Trx,
  {
    patch,
    checkConfirm,
    ...ref
  }: FormRef & { patch: z.output<typeof FormPatch>; checkConfirm: ConfirmCheck },
): Promise<FormRow> {
  return inTransaction(db, async (trx) => {
    const form = await lockForm(trx, ref)
    if (!form) throw noForm()
    await updateForm(trx, { ...ref, changes: changesOf(patch) })
    const { topics = form.topics, enabled = form.enabled, confirm = form.confirm } = patch
    if (patch.topics !== undefined || enabled !== form.enabled) {
      await recordTopicUses(trx, { ...ref, topics, enabled })
    }
    const isAskingAnew = confirm !== form.confirm || enabled !== form.enabled
    if (enabled && confirm && isAskingAnew) await checkConfirm(trx, ref)
    return requireForm(await findForm(trx, ref))
  })
}

function changesOf(
  patch: z.output<typeof FormPatch>,
): Partial<Omit<Selectable<Forms>, 'fields'>> & { fields?: string } {
  const { name, fields, topics, submitLabel, successText, redirectUrl, consentText, allowedOrigins } = patch
  return {
    ...(name !== undefined && { name }),
    ...(fields !== undefined && { fields: JSON.stringify(fields) }),
    ...(topics !== undefined && { topics }),
    ...(submitLabel !== undefined && { submit_label: submitLabel }),
    ...(successText !== undefined && { success_text: successText }),
    ...(redirectUrl !== undefined && { redirect_url: redirectUrl }),
    ...(consentText !== undefined && { consent_text: consentText }),
    ...(allowedOrigins !== undefined && { allowed_origins: allowedOrigins }),
    ...(patch.confirm !== undefined && { confirm: patch.confirm }),
    ...(patch.enabled !== undefined && { enabled: patch.enabled }),
  }
}

export async function removeForm(db: Db | Trx, ref: FormRef): Promise<void> {
  await inTransaction(db, async (trx) => {
    if (!(await deleteForm(trx, ref))) throw noForm()
    await deleteUses(trx, { projectId: ref.projectId, user: { kind: 'form', id: ref.formId } })
  })
}

/** An enabled form prevents the deletion of its topics. @throws AppError VALIDATION_ERROR if one does not exist */
async function recordTopicUses(
  trx: Trx,
  { projectId, formId, topics, enabled }: FormRef & { topics: readonly string[]; enabled: boolean },
): Promise<void> {
  const keys = topics.map((key, index) => ({ key, field: `topics.${index}` }))
  const known = await requireTopics(trx, { projectId, keys })
  const named = topics.flatMap((key) => known.get(key)?.id ?? [])
  const ids = enabled ? await holdTopics(trx, { projectId, ids: named }) : []
  // One was deleted between the two statements.
  if (enabled && ids.length < named.length) await requireTopics(trx, { projectId, keys })
  await replaceUses(trx, { projectId, user: { kind: 'form', id: formId }, kind: 'topic', ids })
}

export function requireForm(row: FormRow | undefined): FormRow {
  if (!row) throw noForm()
  return row
}

const noForm = () =>
  new AppError('RESOURCE_NOT_FOUND', {
    message: 'There is no such form.',
    suggestion: 'List the forms with GET /forms.',
  })

const tooMany = () =>
  new AppError('CONFLICT', {
    message: `A project can have at most ${MOST_FORMS} forms.`,
    suggestion: 'Delete a form that is no longer used first.',
  })
