import { scheduledJob } from '../../platform/jobs/define-job.ts'

/** A new domain is checked within a minute. */
export const planDomainChecksJob = scheduledJob('checks.plan-domains', '* * * * *')

/** Looks whether the checks of the machine are due; a run per hour is. */
export const checkMachineJob = scheduledJob('checks.check-machine', '* * * * *')
