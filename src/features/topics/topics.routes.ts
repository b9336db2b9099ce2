import type { Deps } from '../../platform/deps.ts'
import { callerSource } from '../../platform/http/access/caller-source.ts'
import type { App } from '../../platform/http/app-types.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { createListing } from '../../platform/http/replies/listing.ts'
import { idParams, NoContent } from '../../platform/http/replies/paging.schema.ts'
import { listTopicsWithUses, readTopicWithUses } from './topic-uses.service.ts'
import type { ListUses } from './topic-uses.service.ts'
import { toTopic, toTopicWithUses } from './topic-view.ts'
import { countTopics } from './topics.queries.ts'
import { Topic, TopicCreate, TopicList, TopicListQuery, TopicPatch, TopicWithUses } from './topics.schema.ts'
import { changeTopic, createTopic, removeTopic } from './topics.service.ts'
import type { RequireUnused } from './topics.service.ts'

const tags = ['Topics']

export function topicRoutes(
  app: App,
  { clock, secrets }: Deps,
  { requireUnused, listUses }: { requireUnused: RequireUnused; listUses: ListUses },
): void {
  const listing = createListing(secrets)

  app.get(
    '/topics',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'listTopics',
        summary: 'List topics',
        description:
          'Returns the topics of the project with the numbers of their contacts and their uses, newest first.',
        querystring: TopicListQuery,
        response: answers({ 200: TopicList }),
      },
    },
    (request) =>
      listing(request, {
        name: 'topics',
        page: (db, query) => listTopicsWithUses(db, { ...query, listUses }),
        count: countTopics,
        item: toTopicWithUses,
      }),
  )

  app.post(
    '/topics',
    {
      config: { access: 'full', audit: 'topic.created' },
      schema: {
        tags,
        operationId: 'createTopic',
        summary: 'Create a topic',
        description:
          'Adds something that people can be in or leave, such as news or offers. Emails name it by its `key`. Returns 409 if the key is taken, and if the project has 100 topics.',
        body: TopicCreate,
        response: answers({ 201: Topic }),
      },
    },
    async (request, reply) => {
      const { db, projectId, body: topic } = request
      const row = await createTopic(db, { projectId, topic, now: clock.now() })
      request.auditTarget = row.key
      return reply.code(201).send(toTopic(row))
    },
  )

  app.get(
    '/topics/:id',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'getTopic',
        summary: 'Get a topic',
        description: 'Returns one topic with the numbers of its contacts and its uses.',
        params: idParams<'topic'>(),
        response: answers({ 200: TopicWithUses }, [404]),
      },
    },
    async ({ db, projectId, params }) =>
      toTopicWithUses(await readTopicWithUses(db, { projectId, topicId: params.id, listUses })),
  )

  app.patch(
    '/topics/:id',
    {
      config: { access: 'full', audit: 'topic.updated' },
      schema: {
        tags,
        operationId: 'updateTopic',
        summary: 'Update a topic',
        description:
          'Changes the given fields. The key never changes. A new `optIn` applies at once, also to email that is waiting; choices of contacts stay.',
        params: idParams<'topic'>(),
        body: TopicPatch,
        response: answers({ 200: Topic }, [404]),
      },
    },
    async ({ db, projectId, params, body: patch }) =>
      toTopic(await changeTopic(db, { projectId, topicId: params.id, patch })),
  )

  app.delete(
    '/topics/:id',
    {
      config: { access: 'full', role: 'admin', audit: 'topic.deleted' },
      schema: {
        tags,
        operationId: 'deleteTopic',
        summary: 'Delete a topic',
        description:
          'Deletes the topic; a job deletes the choices of contacts. Email that is waiting for it is CANCELLED with the reason `topic_deleted` when its turn comes. Returns 409 `RESOURCE_IN_USE` while a SCHEDULED or SENDING campaign, an enabled workflow or an enabled form uses it; the message names it, and `usedBy` of `GET /topics/{id}` all of them.',
        params: idParams<'topic'>(),
        response: answers({ 204: NoContent }, [404]),
      },
    },
    async (request, reply) => {
      const { db, projectId, params } = request
      const source = callerSource(request)
      await removeTopic(db, { projectId, topicId: params.id, source, requireUnused })
      return reply.code(204).send()
    },
  )
}
