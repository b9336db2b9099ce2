import type { z } from 'zod'
import { AppError } from '../../../platform/errors.ts'
import { printCommentedJson } from '../../../platform/json/commented-json.ts'
import { changeProject, findProject, toProject } from '../../projects/index.ts'
import type { ProjectRow } from '../../projects/index.ts'
import { ProjectPatch } from '../../projects/projects.schema.ts'
import { isObject } from '../../filters/language/event-data.schema.ts'
import { changedFields } from '../changed-fields.ts'
import type { FileKind, RecordFiles, Reference } from '../file-kind.ts'
import { pathOf } from '../file-names.ts'
import { checkFields, inFile, readJsonFile, refuseIds, refuseUnknown } from '../read-fields.ts'
import { idsBy, requireReferences } from '../references.ts'
import { theFile } from '../the-file.ts'
import { notAmongFiles, withField } from './file-filter.ts'

type Patch = z.output<typeof ProjectPatch>
type DoubleOptIn = Omit<NonNullable<Patch['doubleOptIn']>, 'templateId'> & { template?: string | null }

/** Without the name, by which people tell apart the projects that have the same files. */
type Fields = Omit<Patch, 'name' | 'doubleOptIn'> & { doubleOptIn?: DoubleOptIn }

const KNOWN = Object.keys(ProjectPatch.shape).filter((name) => name !== 'name')
const NESTED = ['tracking', 'transactionalTracking', 'doubleOptIn', 'archive'] as const

const SETTINGS_STEM = 'settings'
const PATH = pathOf('settings', SETTINGS_STEM, '.jsonc')
// Any id, to check the form of the settings.
const SOME_ID = '00000000-0000-7000-8000-000000000000'

/** With the id of the template in `template`, until it is expressed. */
function toFields(row: ProjectRow): Fields {
  const project = toProject(row)
  const { templateId, enabled, redirectUrl, expiresDays } = project.doubleOptIn
  const all = {
    ...project,
    doubleOptIn: { enabled, template: templateId, redirectUrl, expiresDays },
    archive: { enabled: project.archive.enabled, title: project.archive.title },
    controlGroup: { percent: project.controlGroup.percent },
  }
  return Object.fromEntries(KNOWN.map((name) => [name, all[name as keyof typeof all]])) as Fields
}

function parseSettings(files: RecordFiles): Fields {
  const file = theFile(files, ['.jsonc'])
  const given = readJsonFile(file)
  refuseUnknown(given, { path: file.path, known: KNOWN })
  const { doubleOptIn } = given
  if (!isObject(doubleOptIn)) return asStored(checkFields(ProjectPatch, given, file.path) as Fields)
  if ('templateId' in doubleOptIn) refuseIds(file.path, ['doubleOptIn.templateId'])
  const asApi = withField(doubleOptIn, { from: 'template', to: 'templateId', change: () => SOME_ID })
  const { template, ...others } = asApi
  const hasOther = 'template' in asApi
  const checked = checkFields(
    ProjectPatch,
    { ...given, doubleOptIn: hasOther ? { ...others, templateId: template } : asApi },
    (field) => inFile(file.path, field.replace(/templateId$/, 'template')),
  )
  const { templateId: _, ...settings } = checked.doubleOptIn ?? {}
  const named = doubleOptIn['template'] as string | null | undefined
  return asStored({
    ...checked,
    doubleOptIn: { ...settings, ...(named !== undefined && { template: named }) },
  })
}

/** As the project has it after saving, so that the same file changes nothing a second time. */
function asStored({ quietHours, doubleOptIn, ...settings }: Fields): Fields {
  const url = doubleOptIn?.redirectUrl
  return {
    ...settings,
    ...(quietHours !== undefined && {
      quietHours: quietHours && { ...quietHours, weekdays: quietHours.weekdays ?? null },
    }),
    ...(doubleOptIn && { doubleOptIn: { ...doubleOptIn, ...(url && { redirectUrl: new URL(url).href }) } }),
  }
}

const referencesOf = ({ doubleOptIn }: Fields): Reference[] =>
  doubleOptIn?.template
    ? [{ kind: 'template', name: doubleOptIn.template, field: 'doubleOptIn.template' }]
    : []

/** The settings of the project: those that the file leaves out stay as they are. */
export const settingsKind: FileKind<Fields> = {
  name: 'settings',
  label: 'settings of the project',
  async load(db, { projectId }) {
    const row = await findProject(db, { projectId })
    if (!row) throw new AppError('RESOURCE_NOT_FOUND')
    const isUntouched = row.updated_at.getTime() === row.created_at.getTime()
    const record = {
      id: SETTINGS_STEM,
      stem: SETTINGS_STEM,
      name: '',
      updatedAt: isUntouched ? null : row.updated_at,
      fields: toFields(row),
    }
    return { records: [record], skipped: [] }
  },
  express(record, names) {
    const { doubleOptIn } = record.fields
    if (!doubleOptIn?.template) return record
    const template = names.template.get(doubleOptIn.template)
    if (template === undefined) return notAmongFiles('template')
    return { ...record, fields: { ...record.fields, doubleOptIn: { ...doubleOptIn, template } } }
  },
  print: ({ stem, fields }) => [
    { path: pathOf('settings', stem, '.jsonc'), text: printCommentedJson(fields) },
  ],
  parse: parseSettings,
  nameOf: () => '',
  references: referencesOf,
  settle({ fields, before }) {
    const merged: Record<string, unknown> = { ...before?.fields, ...fields }
    for (const name of NESTED) {
      if (fields[name]) merged[name] = { ...before?.fields[name], ...fields[name] }
    }
    return merged
  },
  placeOf: (field) => inFile(PATH, field.replace(/templateId$/, 'template')),
  async save({ trx, projectId, checks, ids, now }, { fields, before }) {
    requireReferences(referencesOf(fields), ids)
    const { doubleOptIn, ...others } = changedFields(before?.fields ?? {}, fields) as Fields
    const { template, ...settings } = doubleOptIn ?? {}
    const templateId = template ? idsBy(ids)({ kind: 'template', name: template }) : template
    const patch = {
      ...others,
      ...(doubleOptIn && { doubleOptIn: { ...settings, ...(templateId !== undefined && { templateId }) } }),
    }
    await changeProject(trx, { projectId, patch, checkDoubleOptIn: checks.doubleOptIn, now })
    return SETTINGS_STEM
  },
}
