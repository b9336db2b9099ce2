// The section `webhooks` of the API description: what this service sends to the servers of a project.
import type { OpenAPIV3_1 } from 'openapi-types'

/** By its name in the description; `schema`: the id of the schema of the body, for which there is an example. */
export type Webhooks = Readonly<Record<string, { summary: string; description: string; schema: string }>>

/** The headers of every request. They stand in each of them: oapi-codegen finds no references from webhooks to parameters. */
const HEADERS: OpenAPIV3_1.ParameterObject[] = [
  {
    in: 'header',
    name: 'webhook-id',
    required: true,
    description: 'The id of the event, or of the batch. It is the same when the request is repeated.',
    schema: { type: 'string' },
    example: '019c2f9b-0170-7c03-9a4f-2d1c8e7b6f90',
  },
  {
    in: 'header',
    name: 'webhook-timestamp',
    required: true,
    description: 'When the request was sent, in seconds since 1970.',
    schema: { type: 'string' },
    example: '1770030312',
  },
  {
    in: 'header',
    name: 'webhook-signature',
    required: true,
    description:
      'By Standard Webhooks: `v1,` and the signature; two of them, with a space between, after the secret was rotated.',
    schema: { type: 'string' },
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
]

const RESPONSES = {
  '2XX': { description: 'Received. Answer within 15 seconds.' },
  '4XX': {
    description:
      'Not received: the request is repeated later, as after a 5XX or without an answer. A 410 switches the webhook off.',
  },
}

export const describeWebhooks = (webhooks: Webhooks): Record<string, OpenAPIV3_1.PathItemObject> =>
  Object.fromEntries(
    Object.entries(webhooks).map(([name, { summary, description, schema }]) => [
      name,
      {
        post: {
          tags: ['Webhooks'],
          operationId: operationIdOf(name),
          summary,
          description,
          security: [],
          parameters: HEADERS,
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
          },
          responses: RESPONSES,
        },
      },
    ]),
  )

/** `email.rate_warning` is received as `receiveEmailRateWarning`. */
const operationIdOf = (name: string): string =>
  `receive${name
    .split(/\W|_/)
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('')}`
