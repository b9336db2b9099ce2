// The records of the project that tests name: workflows, their emails, segments. Each is read once per run.
import { CommandFailure, EXIT } from '../../../failure.ts'
import type { Api } from '../../../command.ts'
import { readAll } from '../../resources/listing.ts'
import type { ApiRecord } from '../../resources/listing.ts'

export type StepEmail = {
  stepId: string
  /** The name in messages and snapshots. */
  shown: string
  /** Other names that a test may use. */
  names: readonly string[]
  templateId: string | null
  /** The content of a step without a template. */
  config: Readonly<Record<string, unknown>>
}

export type TestedWorkflow = { definition: object; emails: ReadonlyMap<string, StepEmail> }

export type Records = {
  /** @throws RecordMistake */
  workflow(name: string): Promise<TestedWorkflow>
  /** Its id. @throws RecordMistake */
  segment(name: string): Promise<string>
}

/** A test names something that the project does not have. */
export class RecordMistake extends Error {}

type Step = { id: string; type: string; config?: Record<string, unknown> }
type WorkflowRecord = {
  trigger: unknown
  steps: Step[]
  entry: unknown
  exit: unknown
  goal: unknown
  holdout: unknown
}
type TemplateRecord = { id: string; alias: string | null; name: string }

// Enough to see how the names look.
const MOST_LISTED = 10

const isId = (name: string): boolean => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(name)

export function createRecords(api: Api): Records {
  const cached = createCache()
  return {
    workflow: (name) => cached(`workflow ${name}`, () => readWorkflow(api, name)),
    segment: (name) => cached(`segment ${name}`, () => findId(api, { resource: 'segments', name })),
  }
}

function createCache() {
  const known = new Map<string, Promise<unknown>>()
  return <T>(key: string, read: () => Promise<T>): Promise<T> => {
    const found = (known.get(key) as Promise<T> | undefined) ?? read()
    known.set(key, found)
    return found
  }
}

type NamedRecord = { resource: 'workflows' | 'segments'; name: string }

async function findId(api: Api, { resource, name }: NamedRecord): Promise<string> {
  if (isId(name)) return name
  const records: ApiRecord[] = []
  for await (const record of readAll({ api, path: `/${resource}`, resource })) records.push(record)
  const [found, second] = records.filter((record) => record['name'] === name)
  const kind = resource.slice(0, -1)
  if (second) {
    throw new RecordMistake(
      `the project has several ${resource} with the name "${name}". Write the id instead, or rename one`,
    )
  }
  if (found) return String(found['id'])
  const names = records.slice(0, MOST_LISTED).map((record) => `"${String(record['name'])}"`)
  const known = names.length === 0 ? `It has no ${resource}` : `Its ${resource}: ${names.join(', ')}`
  throw new RecordMistake(`the project on ${api.url} has no ${kind} "${name}". ${known}`)
}

async function readWorkflow(api: Api, name: string): Promise<TestedWorkflow> {
  const id = await findId(api, { resource: 'workflows', name })
  const record = await found(
    api.get<WorkflowRecord>(`/workflows/${encodeURIComponent(id)}`),
    `workflow "${name}"`,
  )
  const { trigger, steps, entry, exit, goal, holdout } = record
  const emails = new Map<string, StepEmail>()
  for (const step of steps) {
    if (step.type === 'SEND_EMAIL') emails.set(step.id, await stepEmail(api, step))
  }
  return { definition: { trigger, steps, entry, exit, goal, holdout }, emails }
}

async function stepEmail(api: Api, { id: stepId, config = {} }: Step): Promise<StepEmail> {
  const key = config['templateId']
  if (typeof key !== 'string') return { stepId, shown: stepId, names: [stepId], templateId: null, config }
  const template = await found(
    api.get<TemplateRecord>(`/templates/${encodeURIComponent(key)}`),
    `template "${key}", which the step ${stepId} sends`,
  )
  const { id, alias, name } = template
  const names = [alias, name, id, key, stepId].filter((one) => one !== null)
  return { stepId, shown: alias ?? name, names, templateId: id, config }
}

async function found<T>(reading: Promise<T>, what: string): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof CommandFailure && error.exitStatus === EXIT.notFound) {
      throw new RecordMistake(`the project has no ${what}`)
    }
    throw error
  }
}
