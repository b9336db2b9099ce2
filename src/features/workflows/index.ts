export { startWorkflows } from './start-workflows.service.ts'
export { workflowListener } from './triggers/signals.service.ts'
export { workflowAudits } from './work-audits.queries.ts'
