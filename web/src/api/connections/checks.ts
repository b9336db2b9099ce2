// The hourly checks of a domain, or of the machine.
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  DomainChecks as DomainChecksSchema,
  MachineChecks as MachineChecksSchema,
} from '../../../../src/features/checks/checks.schema.ts'
import type { ProjectApi } from '../client/client.ts'
import { recordOptions } from '../client/records.ts'

export type Checks = z.infer<typeof DomainChecksSchema> | z.infer<typeof MachineChecksSchema>
export type CheckResult = Checks['checks'][number]
export type CheckChange = Checks['changes'][number]
export type CheckKind = CheckResult['kind']
export type CheckState = CheckResult['state']

/** The path of checks in the API, in parts. */
export type ChecksPath = readonly [string, ...string[]]

export const checksOfDomain = (domainId: string): ChecksPath => ['/domains', domainId, 'checks']

/** For the owner of the installation. */
export const CHECKS_OF_MACHINE: ChecksPath = ['/instance', 'checks']

// They run once per hour.
const POLL_MS = 60_000

// A run takes seconds.
const POLL_RUN_MS = 1_000

/** `runAfter`: `checkedAt` when a run was asked for; undefined if none was. */
export const checksQuery = (api: ProjectApi, path: ChecksPath, runAfter?: string | null) =>
  queryOptions({
    ...recordOptions<Checks>(api, path),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.checkedAt === runAfter ? POLL_RUN_MS : POLL_MS,
  })

export const runChecks = (api: ProjectApi, path: ChecksPath) => api.post<Checks>(`${path.join('/')}/run`)
