import type { CallCommand } from '../../command.ts'
import { fileText, jsonObject } from './input.ts'
import { field, getCommand, idOf, listCommand, text } from './listing.ts'

type PathStep = { stepId?: string; type?: string; at?: string; output?: unknown }
type Simulation = { started: boolean; reason: string | null; status: string; path: PathStep[] }

const simulateWorkflow: CallCommand = {
  family: 'call',
  effect: 'read',
  name: 'workflows simulate',
  summary: 'Run a workflow on a virtual clock; nothing is sent or stored',
  arguments: [idOf('workflow')],
  options: {
    email: text('<address>', 'Address of the contact'),
    data: text('<json>', 'Fields of the contact'),
    until: text('<ISO date>', 'Where the virtual clock ends'),
    request: text('<file>', 'The whole request as JSON, with events; - is standard input'),
  },
  async run(call) {
    const file = call.text('request')
    const request = file === undefined ? {} : jsonObject(`--request ${file}`, await fileText(file))
    const contact = {
      ...(request?.['contact'] as object | undefined),
      ...(call.text('email') !== undefined && { email: call.text('email') }),
      ...(call.text('data') !== undefined && { data: jsonObject('--data', call.text('data')) }),
    }
    const until = call.text('until')
    const result = await call.api.compute<Simulation>(
      `/workflows/${encodeURIComponent(call.word('id'))}/simulate`,
      { ...request, contact, ...(until !== undefined && { until }) },
    )
    if (call.output.isJson) return call.output.record(result)
    call.output.list(result.path, [
      { head: 'AT', value: ({ at }) => at },
      { head: 'STEP', value: ({ stepId }) => stepId },
      { head: 'TYPE', value: ({ type }) => type },
      { head: 'OUTPUT', value: ({ output }) => output },
    ])
    call.output.note(
      result.started
        ? `The execution ends as ${result.status}.`
        : `It does not start: ${result.reason ?? ''}`,
    )
  },
}

export const WORKFLOW_COMMANDS: readonly CallCommand[] = [
  listCommand({
    resource: 'workflows',
    path: '/workflows',
    columns: [field('id'), field('name'), field('enabled'), field('version'), field('updatedAt', 'CHANGED')],
    filters: { search: text('<text>', 'Part of the name') },
  }),
  getCommand({ resource: 'workflows', path: '/workflows', record: 'workflow' }),
  simulateWorkflow,
]
