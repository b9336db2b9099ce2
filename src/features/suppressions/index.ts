export { suppressionInForce } from './suppressions.queries.ts'
export type { NewSuppression, SuppressionReason } from './suppressions.queries.ts'
export { isTestRecipient, SAMPLE_DOMAIN, TEST_RECIPIENT_DOMAIN } from './suppressions.values.ts'
export { suppress } from './suppressions.service.ts'
