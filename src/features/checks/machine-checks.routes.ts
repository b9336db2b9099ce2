import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app-types.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { requireOperator } from '../accounts/index.ts'
import { MachineChecks } from './checks.schema.ts'
import { readMachineChecks, runMachineChecksNow } from './machine-checks.service.ts'

const tags = ['Accounts']
const config = { access: 'member', role: 'owner' } as const

const REFUSAL = {
  message: 'Only the owner of this installation can see the checks of its machine.',
  suggestion: 'Ask the owner.',
}

export function machineCheckRoutes(app: App, { clock }: Deps): void {
  app.get(
    '/instance/checks',
    {
      config,
      schema: {
        tags,
        operationId: 'getInstanceChecks',
        summary: 'Get the checks of this server',
        description:
          'Returns what the hourly checks of this installation found last (the names of its addresses, blocklists, its certificate and its clock), with a remedy for each problem, and when their states changed. Only the owner of the installation can read it.',
        response: answers({ 200: MachineChecks }),
      },
    },
    async ({ db, user }) => {
      await requireOperator(db, user, REFUSAL)
      return readMachineChecks(db)
    },
  )

  app.post(
    '/instance/checks/run',
    {
      config,
      schema: {
        tags,
        operationId: 'runInstanceChecks',
        summary: 'Check this server now',
        description:
          'Runs the checks of this installation now and returns those of the last run; GET /instance/checks has the new ones when its `checkedAt` changes. Returns 429 if they were asked for less than a minute ago. Only the owner of the installation can call it.',
        response: answers({ 202: MachineChecks }),
      },
    },
    async ({ db, user }, reply) => {
      await requireOperator(db, user, REFUSAL)
      return reply.code(202).send(await runMachineChecksNow(db, { now: clock.now() }))
    },
  )
}
