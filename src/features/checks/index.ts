export { domainCheckWork } from './domain-checks.service.ts'
