import { scheduledJob } from '../../platform/jobs/define-job.ts'

/** A new domain is checked within a minute. */
export const planDomainChecksJob = scheduledJob('checks.plan-domains', '* * * * *')
