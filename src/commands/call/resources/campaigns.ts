import { NOT_SENT } from '../../command.ts'
import type { Call, CallCommand } from '../../command.ts'
import { field, idOf, listCommand, text } from './listing.ts'

const campaign = idOf('campaign')
const pathOf = ({ word }: Call, rest = '') => `/campaigns/${encodeURIComponent(word('id'))}${rest}`

const getCampaign: CallCommand = {
  family: 'call',
  effect: 'read',
  name: 'campaigns get',
  summary: 'Show one campaign',
  arguments: [campaign],
  run: async (call) => call.output.record(await call.api.get(pathOf(call))),
}

const checkCampaign: CallCommand = {
  family: 'call',
  effect: 'read',
  name: 'campaigns preflight',
  summary: 'Check a campaign before it is sent',
  arguments: [campaign],
  async run(call) {
    call.output.record(await call.api.compute(pathOf(call, '/preflight'), {}))
  },
}

const sendCampaign: CallCommand = {
  family: 'call',
  effect: 'destroy',
  name: 'campaigns send',
  summary: 'Send or schedule a campaign',
  arguments: [campaign],
  options: { at: text('<ISO date>', 'When to send it; at once by default') },
  async run(call) {
    const at = call.text('at')
    const body = at === undefined ? {} : { scheduledFor: at }
    const answer = await call.api.change({ method: 'POST', path: pathOf(call, '/send'), body })
    if (answer === NOT_SENT) return
    call.output.record(await call.api.get(pathOf(call)))
  },
}

const cancelCampaign: CallCommand = {
  family: 'call',
  effect: 'destroy',
  name: 'campaigns cancel',
  summary: 'Cancel a campaign',
  arguments: [campaign],
  async run(call) {
    const answer = await call.api.change<object>({ method: 'POST', path: pathOf(call, '/cancel') })
    if (answer !== NOT_SENT) call.output.record(answer)
  },
}

const campaignStats: CallCommand = {
  family: 'call',
  effect: 'read',
  name: 'campaigns stats',
  summary: 'Show the statistics of a campaign',
  arguments: [campaign],
  run: async (call) => call.output.record(await call.api.get(pathOf(call, '/stats'))),
}

export const CAMPAIGN_COMMANDS: readonly CallCommand[] = [
  listCommand({
    resource: 'campaigns',
    path: '/campaigns',
    columns: [
      field('id'),
      field('name'),
      field('status'),
      field('scheduledFor', 'SCHEDULED FOR'),
      field('subject'),
    ],
    filters: {
      status: text('<status>', 'Only this status, such as DRAFT'),
      search: text('<text>', 'Part of the name'),
    },
  }),
  getCampaign,
  checkCampaign,
  sendCampaign,
  cancelCampaign,
  campaignStats,
]
