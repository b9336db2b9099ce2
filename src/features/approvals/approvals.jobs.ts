import { scheduledJob } from '../../platform/jobs/define-job.ts'

export const deleteApprovalsJob = scheduledJob('approvals.delete-old', '41 3 * * *')
