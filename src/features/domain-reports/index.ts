export { REPORT_EMAIL_BYTES, storeReport } from './intake/intake.service.ts'
export { readReportsWork } from './intake/read-reports.work.ts'
