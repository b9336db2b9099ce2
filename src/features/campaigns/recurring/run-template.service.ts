// The template of a recurring campaign, whose current version each run copies.
import type { Db, Trx } from '../../../platform/db/client.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ProjectId, TemplateId } from '../../../platform/ids.ts'
import { findBrand, findTemplate, holdTemplates, listTranslations } from '../../templates/index.ts'
import { replaceUses } from '../../uses/index.ts'
import type { UserRef } from '../campaign-user.ts'
import { completeFields } from '../template-content.service.ts'
import type { CampaignFields } from '../template-content.service.ts'
import type { StoredFields } from './recurring.queries.ts'

/** The fields of the campaign of a run, which gets its name from the run. */
export type RunFields = Omit<CampaignFields, 'name'>

/** The fields with the current content of the template. @throws AppError if it was deleted or has no sender */
export async function fieldsOfRun(
  db: Db,
  { projectId, fields }: { projectId: ProjectId; fields: StoredFields },
): Promise<RunFields> {
  const { templateId } = fields
  const complete = { ...fields, bestHour: fields.bestHour ?? null, blocks: null }
  const { kit } = await findBrand(db, { projectId })
  if (!templateId) return withoutBlocks(completeFields(complete, { template: undefined, kit }))
  const template = await findTemplate(db, { projectId, templateId })
  if (!template) throw templateDeleted()
  const translated = { ...template, translations: await listTranslations(db, template) }
  return withoutBlocks(completeFields(complete, { template: translated, kit }))
}

/** The campaign of a run is sent as it is: a feed may have filled its body. */
export const withoutBlocks = (fields: RunFields): RunFields => ({ ...fields, blocks: null })

/** Prevents deleting the template of an enabled recurring campaign. @throws AppError if it was deleted */
export async function recordTemplateUse(
  trx: Trx,
  { projectId, user, templateId }: UserRef & { templateId: TemplateId | null },
): Promise<void> {
  const named = templateId === null ? [] : [templateId]
  const ids = await holdTemplates(trx, { projectId, ids: named })
  if (ids.length < named.length) throw templateDeleted()
  await replaceUses(trx, { projectId, user, kind: 'template', ids })
}

const templateDeleted = () =>
  new AppError('INVALID_STATE', {
    message: 'The template of the recurring campaign was deleted.',
    suggestion:
      'Choose another template with PATCH /recurring-campaigns/{id}, or none: {"template": null} with a subject and a body.',
  })
