import type { PartialId } from '../../../platform/ids.ts'
import { printFrontMatter } from '../../../platform/text/front-matter.ts'
import {
  changePartial,
  createPartial,
  listPartials,
  MOST_PARTIALS,
  partialKeysIn,
  removePartial,
} from '../../templates/index.ts'
import { EmailPartialCreate } from '../../templates/partials/partials.schema.ts'
import type { FileKind } from '../file-kind.ts'
import { pathOf } from '../file-names.ts'
import { checkFields, fileProblem, readTextFile, refuseUnknown, withLineEnd } from '../read-fields.ts'
import { bodyEnding } from '../body-ending.ts'
import { theFile } from '../the-file.ts'

type Fields = { name: string; body: string }

export const partialKind: FileKind<Fields> = {
  name: 'partial',
  label: 'partial',
  async load(db, { projectId }) {
    const { rows } = await listPartials(db, { projectId, limit: MOST_PARTIALS, before: undefined })
    const records = rows.map(({ id, key, name, body, version, updated_at: updatedAt }) => ({
      id,
      stem: key,
      name,
      version,
      updatedAt,
      fields: { name, body },
    }))
    return { records, skipped: [] }
  },
  print: ({ stem, fields: { name, body } }) => [
    {
      path: pathOf('partial', stem, bodyEnding(body)),
      text: printFrontMatter({ fields: { name }, body: withLineEnd(body) }),
    },
  ],
  parse(files) {
    const file = theFile(files, ['.html', '.mjml'])
    const { path } = file
    const { fields, body } = readTextFile(file)
    refuseUnknown(fields, { path, known: ['name'] })
    const partial = checkFields(EmailPartialCreate, { ...fields, body, key: files.stem }, path)
    const expected = pathOf('partial', files.stem, bodyEnding(partial.body))
    if (path !== expected) {
      throw fileProblem(path, { message: `must have the name ${expected}, by its content` })
    }
    return { name: partial.name, body: partial.body }
  },
  nameOf: ({ name }) => name,
  needs: ({ body }) => partialKeysIn(body),
  async save({ late, projectId, threads, now }, { stem, fields, before }) {
    const context = { projectId, threads, now }
    if (!before) return (await createPartial(late, { ...context, partial: { ...fields, key: stem } })).id
    const patch = { ...fields, ifVersion: before.version }
    return (await changePartial(late, { ...context, partialId: before.id as PartialId, patch })).id
  },
  async remove({ trx, projectId }, { id }) {
    await removePartial(trx, { projectId, partialId: id as PartialId })
  },
}
