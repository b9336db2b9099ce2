export { createTopicCheck, requireTopics, unknownTopic } from './known-topics.service.ts'
export { forgetTopicJob, recheckTopicJob, topicCapJob } from './topics.jobs.ts'
export { holdTopics, listKnownTopics } from './topics.queries.ts'
export type { KnownTopic } from './topics.queries.ts'
