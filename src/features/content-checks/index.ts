export { readContentOf, renderAsSent } from './content-checks.service.ts'
export type { ContentProblem } from './markup/finding.ts'
export { sizeFindings } from './sent-size.ts'
