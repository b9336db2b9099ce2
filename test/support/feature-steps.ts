// Steps of one feature that the tests of others take, since features do not reach into each other.
export {
  buildAliasedDomain,
  buildDomain,
  newDomain,
  recordFor,
  rotate as rotateDomainKey,
  verify,
} from '../../src/features/domains/fixtures/domain-steps.ts'
export type { DomainAnswer } from '../../src/features/domains/fixtures/domain-steps.ts'
export { buildPartial, changePartial } from '../../src/features/templates/fixtures/partial-steps.ts'
export { buildTemplate, UNKNOWN } from '../../src/features/templates/fixtures/template-steps.ts'
export {
  buildMxTransport,
  buildSesTransport,
  buildTransport,
  useTransports,
} from '../../src/features/transports/fixtures/transport-steps.ts'
export type { TransportAnswer } from '../../src/features/transports/fixtures/transport-steps.ts'
export { buildSignUpForm } from '../../src/features/forms/fixtures/form-steps.ts'
export { buildTopic, readTopic } from '../../src/features/topics/fixtures/topic-steps.ts'
export type { TopicRecord } from '../../src/features/topics/fixtures/topic-steps.ts'
export {
  act as actOnCampaign,
  advance as advanceCampaign,
  buildCampaign,
  freeze as freezeCampaign,
  send as sendCampaign,
  sendThrough as sendCampaignThrough,
} from '../../src/features/campaigns/fixtures/campaign-steps.ts'
export { callTool, connectTo } from '../../src/features/mcp/fixtures/agents.ts'
