export { startSubmission } from './submission/submission.service.ts'
