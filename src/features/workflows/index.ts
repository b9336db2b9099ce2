export { workflowWork } from './start-workflows.service.ts'
export { createWorkflowListener } from './triggers/signals.service.ts'
export { workflowAudits } from './executions/work-audits.queries.ts'
export { explainWorkflow } from './explain/explain-workflow.service.ts'
