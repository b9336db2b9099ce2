import type { z } from 'zod'
import { printCommentedJson } from '../../../platform/json/commented-json.ts'
import type { FormId } from '../../../platform/ids.ts'
import {
  changeForm,
  createForm,
  DEFAULT_FIELDS,
  listForms,
  MOST_FORMS,
  removeForm,
} from '../../forms/index.ts'
import type { FormRow } from '../../forms/index.ts'
import { FormCreate } from '../../forms/forms.schema.ts'
import type { FormField } from '../../forms/forms.schema.ts'
import { changedFields } from '../changed-fields.ts'
import type { FileKind, RecordFiles } from '../file-kind.ts'
import { pathOf, requireStem, stemOfName } from '../file-names.ts'
import { checkFields, readJsonFile, refuseUnknown } from '../read-fields.ts'
import { theFile } from '../the-file.ts'
import { withoutTwins } from '../without-twins.ts'

type FormInput = z.output<typeof FormCreate>
type Fields = { [Name in keyof FormInput]-?: Exclude<FormInput[Name], undefined> } & {
  fields: FormField[]
  topics: string[]
  allowedOrigins: string[]
  enabled: boolean
}

const KNOWN = [
  'name',
  'fields',
  'topics',
  'submitLabel',
  'successText',
  'redirectUrl',
  'consentText',
  'allowedOrigins',
  'confirm',
  'enabled',
]

const toFields = (row: FormRow): Fields => ({
  name: row.name,
  fields: row.fields as FormField[],
  topics: row.topics,
  submitLabel: row.submit_label,
  successText: row.success_text,
  redirectUrl: row.redirect_url,
  consentText: row.consent_text,
  allowedOrigins: row.allowed_origins,
  confirm: row.confirm,
  enabled: row.enabled,
})

function parseForm(files: RecordFiles): Fields {
  const file = theFile(files, ['.jsonc'])
  const { path } = file
  const given = readJsonFile(file)
  refuseUnknown(given, { path, known: KNOWN })
  const form = checkFields(FormCreate, given, path)
  requireStem(files, { kind: 'form', name: form.name, path })
  const { submitLabel = null, successText = null, redirectUrl = null, consentText = null } = form
  return {
    name: form.name,
    fields: form.fields ?? DEFAULT_FIELDS,
    topics: form.topics ?? [],
    submitLabel,
    successText,
    redirectUrl,
    consentText,
    allowedOrigins: form.allowedOrigins ?? [],
    confirm: form.confirm ?? null,
    enabled: form.enabled ?? true,
  }
}

export const formKind: FileKind<Fields> = {
  name: 'form',
  label: 'form',
  async load(db, { projectId }) {
    const { rows } = await listForms(db, { projectId, limit: MOST_FORMS, before: undefined })
    const records = rows.map((row) => ({
      id: row.id,
      stem: stemOfName(row.name),
      name: row.name,
      updatedAt: null,
      fields: toFields(row),
    }))
    return withoutTwins(records, {
      kind: 'form',
      reason: 'Another form has the same file name. Rename one of them.',
      keepsFirst: () => false,
    })
  },
  print: ({ stem, fields }) => [{ path: pathOf('form', stem, '.jsonc'), text: printCommentedJson(fields) }],
  parse: parseForm,
  nameOf: ({ name }) => name,
  async save({ trx, projectId, checks, now }, { fields, before }) {
    const checkConfirm = checks.confirm
    if (!before) return (await createForm(trx, { projectId, form: fields, checkConfirm, now })).id
    const formId = before.id as FormId
    const patch = changedFields(before.fields, fields)
    return (await changeForm(trx, { projectId, formId, patch, checkConfirm })).id
  },
  remove: ({ trx, projectId }, { id }) => removeForm(trx, { projectId, formId: id as FormId }),
}
