// The files of a workflow: `welcome.jsonc`, and for each email without a template its body, `welcome.first-email.html` or `.mjml`,
// and its blocks, `welcome.first-email.blocks.json`.
import type { z } from 'zod'
import { AppError, invalidFields, MOST_PROBLEMS } from '../../../../platform/errors.ts'
import { printCommentedJson } from '../../../../platform/json/commented-json.ts'
import { isObject } from '../../../filters/language/event-data.schema.ts'
import { toDefinition, WorkflowCreate } from '../../../workflows/workflows.schema.ts'
import { bodyEnding } from '../../body-ending.ts'
import type { Names, ProjectFile, RecordFiles, Reference } from '../../file-kind.ts'
import { pathOf, requireStem } from '../../file-names.ts'
import {
  checkFields,
  fileProblem,
  inFile,
  readJsonFile,
  refuseIds,
  refuseUnknown,
  withLineEnd,
  withoutLineEnd,
} from '../../read-fields.ts'
import { callTextsIn, concealSecrets, placeholderNames, placeholdersIn } from './webhook-secrets.ts'
import { definitionIds, fileFieldOf, withIds, withNames } from './workflow-references.ts'

export type Definition = ReturnType<typeof toDefinition>
export type Step = Definition['steps'][number]

/** In the form of files: with names in place of ids, and placeholders in place of secrets. */
export type WorkflowFields = {
  name: string
  description: string | null
  enabled: boolean
} & { [Part in keyof Definition]-?: Exclude<Definition[Part], undefined> }

const KNOWN = ['name', 'description', 'enabled', 'trigger', 'steps', 'entry', 'exit', 'goal', 'holdout']
const BLOCKS = '.blocks.json'
const SECRET_VARIABLE = 'LETTERMILL_SECRET_'

type WorkflowFile = { stem: string; fields: WorkflowFields }

export function printWorkflow({ stem, fields }: WorkflowFile): ProjectFile[] {
  const emails = fields.steps.flatMap((step) => emailFiles(stem, step))
  const steps = fields.steps.map((step) => {
    if (step.type !== 'SEND_EMAIL') return step
    const { body: _, blocks: __, ...config } = step.config
    return { ...step, config }
  })
  return [
    { path: pathOf('workflow', stem, '.jsonc'), text: printCommentedJson({ ...fields, steps }) },
    ...emails,
  ]
}

function emailFiles(stem: string, step: Step): ProjectFile[] {
  if (step.type !== 'SEND_EMAIL') return []
  const { body, blocks } = step.config
  const file = (ending: string, text: string) => ({
    path: pathOf('workflow', stem, `.${step.id}${ending}`),
    text,
  })
  return [
    ...(body ? [file(bodyEnding(body), withLineEnd(body))] : []),
    ...(blocks ? [file(BLOCKS, printCommentedJson(blocks))] : []),
  ]
}

type EmailFiles = { body?: ProjectFile; blocks?: ProjectFile }

/** @throws AppError with the file and the field of each mistake */
export function parseWorkflow(files: RecordFiles): WorkflowFields {
  const { main, emails } = sortFiles(files)
  const { path } = main
  const given = readJsonFile(main)
  refuseUnknown(given, { path, known: KNOWN })
  const { steps } = given
  const whole = { ...given, steps: withEmails(steps, { emails, path }) }
  refuseIds(path, definitionIds(whole))
  const standIns = createStandIns()
  const checked = checkFields(WorkflowCreate, withIds(whole, standIns.idOf), (field) =>
    placeOfStep(field, { path, steps, emails }),
  )
  requireStem(files, { kind: 'workflow', name: checked.name, path })
  const fields = withNames(fieldsOf(checked), standIns.names())
  if (typeof fields === 'string') throw new Error('every reference has a stand-in')
  requirePlaceholders(fields, { path, stem: files.stem })
  requireEndings(fields, { stem: files.stem, emails })
  return fields
}

const fieldsOf = (checked: z.output<typeof WorkflowCreate>): WorkflowFields => {
  const { trigger, steps, entry = null, exit = null, goal = null, holdout = null } = toDefinition(checked)
  const { name, description = null, enabled } = checked
  return { name, description, enabled: enabled ?? false, trigger, steps, entry, exit, goal, holdout }
}

function sortFiles({ stem, files }: RecordFiles): { main: ProjectFile; emails: Map<string, EmailFiles> } {
  const emails = new Map<string, EmailFiles>()
  for (const [ending, file] of files) {
    if (ending === '.jsonc') continue
    const [, step, form] = /^\.([A-Za-z0-9_-]+)\.(html|mjml|blocks\.json)$/.exec(ending) ?? []
    if (step === undefined) {
      throw fileProblem(file.path, {
        message: 'must end with .jsonc, or with the id of a step and .html, .mjml or .blocks.json',
      })
    }
    const email = emails.get(step) ?? {}
    const name = form === 'blocks.json' ? 'blocks' : 'body'
    const other = email[name]
    if (other) {
      throw fileProblem(file.path, { message: `is the same body as ${other.path}: delete one of the two` })
    }
    emails.set(step, { ...email, [name]: file })
  }
  const main = files.get('.jsonc')
  if (main) return { main, emails }
  const [first] = [...files.values()]
  throw fileProblem(first?.path ?? stem, {
    message: `needs ${pathOf('workflow', stem, '.jsonc')} beside it`,
  })
}

type GivenEmails = { emails: ReadonlyMap<string, EmailFiles>; path: string }

/** The steps with the bodies and blocks of the files beside them. */
function withEmails(steps: unknown, { emails, path }: GivenEmails): unknown {
  const left = new Map(emails)
  const all = Array.isArray(steps) ? (steps as unknown[]) : []
  const joined = all.map((step, index) => {
    if (!isObject(step) || !isObject(step['config'])) return step
    const { config, id, type } = step
    const own = config as Record<string, unknown>
    for (const name of ['body', 'blocks']) {
      if (type !== 'SEND_EMAIL' || !(name in own)) continue
      throw fileProblem(path, {
        field: `steps.${index}.config.${name}`,
        message: 'must be in a file beside this one, with the id of the step in its name',
      })
    }
    const email = type === 'SEND_EMAIL' && typeof id === 'string' ? left.get(id) : undefined
    if (!email) return step
    left.delete(id as string)
    return {
      ...step,
      config: {
        ...own,
        ...(email.body && { body: withoutLineEnd(email.body.text) }),
        ...(email.blocks && { blocks: readJsonFile(email.blocks) }),
      },
    }
  })
  for (const { body, blocks } of left.values()) {
    throw fileProblem((body ?? blocks)?.path ?? path, {
      message: `belongs to no email: ${path} has no SEND_EMAIL step with this id`,
    })
  }
  return Array.isArray(steps) ? joined : steps
}

/** Ids for the checks of the API, which stand for the names of a file. */
function createStandIns() {
  const ids = new Map<string, { kind: Reference['kind']; name: string; id: string }>()
  const idOf = ({ kind, name }: Omit<Reference, 'field'>): string => {
    const key = `${kind} ${name}`
    const id = `00000000-0000-7000-8000-${(ids.size + 1).toString(16).padStart(12, '0')}`
    const known = ids.get(key) ?? { kind, name, id }
    ids.set(key, known)
    return known.id
  }
  const of = (kind: Reference['kind']) =>
    new Map([...ids.values()].filter((one) => one.kind === kind).map(({ id, name }) => [id, name]))
  const names = (): Names => ({
    template: of('template'),
    segment: of('segment'),
    workflow: of('workflow'),
  })
  return { idOf, names }
}

type StepFiles = { path: string; steps: unknown; emails: ReadonlyMap<string, EmailFiles> }

function placeOfStep(field: string, { path, steps, emails }: StepFiles): string {
  const [, index, part = '', rest = ''] = /^steps\.(\d+)\.config\.(body|blocks)\b\.?(.*)$/.exec(field) ?? []
  const step: unknown = Array.isArray(steps) && index !== undefined ? (steps as unknown[])[Number(index)] : {}
  const email = isObject(step) ? emails.get(String(step['id'])) : undefined
  const file = part === 'blocks' ? email?.blocks : email?.body
  return file ? inFile(file.path, rest) : inFile(path, fileFieldOf(field))
}

/** Where the files of a workflow have a field of the API. */
export function placeOfWorkflowField(field: string, { stem, fields }: WorkflowFile): string {
  const emails = new Map(
    fields.steps.map((step) => {
      const files = emailFiles(stem, step)
      const [blocks, body] = [true, false].map((isBlocks) =>
        files.find(({ path }) => path.endsWith(BLOCKS) === isBlocks),
      )
      return [step.id, { ...(body && { body }), ...(blocks && { blocks }) }]
    }),
  )
  return placeOfStep(field, { path: pathOf('workflow', stem, '.jsonc'), steps: fields.steps, emails })
}

/** A secret must not get into a repository, and a placeholder has one name. @throws AppError */
function requirePlaceholders(
  { steps }: WorkflowFields,
  { path, stem }: { path: string; stem: string },
): void {
  const given = callTextsIn(steps)
  const wrong = callTextsIn(concealSecrets(steps, stem).steps).filter(
    ({ text }, index) => text !== given[index]?.text,
  )
  if (wrong.length === 0) return
  throw invalidFields(
    ...wrong.slice(0, MOST_PROBLEMS).map(({ field, text }) => {
      const names = placeholderNames(text)
      const placeholders = names.map((name) => `\${secret.${name}}`).join(' and ')
      const variables = names.map((name) => `${SECRET_VARIABLE}${name}`).join(' and ')
      return {
        field: inFile(path, field),
        message: `may have a secret, which no file has: write ${placeholders} in place of the whole value, and put the value into ${variables} in the environment when you push`,
        code: 'custom' as const,
      }
    }),
  )
}

/** The values of secrets of a workflow that is saved. @throws AppError that names those without a value */
export function requireSecrets({ stem, fields }: WorkflowFile, values: ReadonlyMap<string, string>): void {
  const missing = placeholdersIn(fields.steps).filter(({ name }) => !values.has(name))
  if (missing.length === 0) return
  throw new AppError('VALIDATION_ERROR', {
    fields: missing.map(({ name, field }) => ({
      field: inFile(pathOf('workflow', stem, '.jsonc'), field),
      message: `needs the value of a secret that the project does not have: put it into the environment variable ${SECRET_VARIABLE}${name} when you push, or into secrets.${name} of the request`,
      code: 'required' as const,
    })),
  })
}

/** One body has one file name. @throws AppError */
function requireEndings(
  { steps }: WorkflowFields,
  { stem, emails }: { stem: string; emails: ReadonlyMap<string, EmailFiles> },
): void {
  for (const step of steps) {
    const body = step.type === 'SEND_EMAIL' ? step.config.body : undefined
    const given = emails.get(step.id)?.body
    if (!body || !given) continue
    const expected = pathOf('workflow', stem, `.${step.id}${bodyEnding(body)}`)
    if (given.path === expected) continue
    throw fileProblem(given.path, { message: `must have the name ${expected}, by its content` })
  }
}
