import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { heavyTurn } from '../../../platform/concurrency/heavy-turn.ts'
import type { TemplateId } from '../../../platform/ids.ts'
import {
  changeTemplate,
  createTemplate,
  fieldsOf,
  listTemplates,
  listTranslations,
  removeTemplate,
} from '../../templates/index.ts'
import type { TemplateRow } from '../../templates/index.ts'
import { Blocks } from '../../templates/blocks/blocks.schema.ts'
import type { TemplateCreate } from '../../templates/templates.schema.ts'
import type { FileKind, LoadedRecords, StoredRecord, Tenant } from '../file-kind.ts'
import { pathOf } from '../file-names.ts'
import { fileProblem } from '../read-fields.ts'
import { withoutTwins } from '../without-twins.ts'
import { parseTemplate, printTemplate, stemOfTemplate } from './template-text.ts'
import type { TemplateFields } from './template-text.ts'

// A template has up to some megabytes with its prepared parts, which the driver reads in one go.
const PAGE = 10

async function loadTemplates(db: Db | Trx, { projectId }: Tenant): Promise<LoadedRecords<TemplateFields>> {
  const all: StoredRecord<TemplateFields>[] = []
  let before: string | undefined
  for (;;) {
    const page = await listTemplates(db, {
      projectId,
      filter: { sort: 'createdAt' },
      limit: PAGE,
      before,
      offset: 0,
    })
    for (const row of page.rows) {
      await heavyTurn(projectId)
      all.push(await toRecord(db, row))
    }
    before = page.rows.at(-1)?.template_id
    if (!page.hasMore || before === undefined) break
  }
  // One with an alias keeps its name.
  const sorted = all.toSorted((a, b) => Number(a.fields.alias === null) - Number(b.fields.alias === null))
  return withoutTwins(sorted, {
    kind: 'template',
    reason: 'Another template has the same file name. Give it an alias, or another name.',
    keepsFirst: ({ fields }) => fields.alias !== null,
  })
}

async function toRecord(db: Db | Trx, row: TemplateRow): Promise<StoredRecord<TemplateFields>> {
  const fields = fieldsOf(row, await listTranslations(db, row))
  return {
    id: row.template_id,
    stem: stemOfTemplate(fields),
    name: fields.name,
    version: row.version,
    updatedAt: row.updated_at,
    // Older documents lack fields that have a default since.
    fields: { ...fields, blocks: fields.blocks && Blocks.parse(fields.blocks) } as TemplateFields,
  }
}

export const templateKind: FileKind<TemplateFields> = {
  name: 'template',
  label: 'template',
  load: loadTemplates,
  print: printTemplate,
  parse: parseTemplate,
  nameOf: ({ name }) => name,
  /** With blocks, the body in the file is for readers: it is made from the blocks. */
  settle({ stem, fields, before }) {
    if (!fields.blocks) return fields
    const isEdited = before && fields.body !== '' && fields.body !== before.fields.body
    if (isEdited && isDeepStrictEqual(fields.blocks, before.fields.blocks)) {
      throw fileProblem(pathOf('template', stem, '.mjml'), {
        message: `is made from ${pathOf('template', stem, '.blocks.json')}, and was changed alone: change that file instead, or delete it to keep this MJML`,
      })
    }
    return { ...fields, body: before?.fields.body ?? '' }
  },
  async save({ late, projectId, threads, now }, { fields, before }) {
    const { body: _, ...others } = fields
    const given = fields.blocks ? others : fields
    if (!before) {
      const created = given as z.output<typeof TemplateCreate>
      return (await createTemplate(late, { projectId, now, threads, fields: created })).template_id
    }
    const removed = Object.keys(before.fields.translations).filter(
      (language) => !(language in fields.translations),
    )
    const translations = {
      ...fields.translations,
      ...Object.fromEntries(removed.map((language) => [language, null])),
    }
    const patch = { ...given, translations, ifVersion: before.version } as never
    const templateId = before.id as TemplateId
    return (await changeTemplate(late, { projectId, templateId, patch, now, threads })).template_id
  },
  remove: ({ trx, projectId }, { id }) => removeTemplate(trx, { projectId, templateId: id as TemplateId }),
}
