import type { RequestOptions } from '../core/request.ts'
import { Resource } from '../core/resource.ts'
import type { Result } from '../core/result.ts'
import type { Data, Query } from '../operation-types.ts'

/** How receivers took the email of the project, over time. */
export class Reputation extends Resource {
  /** Get the reputation over time. */
  get(
    query: Query<'getReputation'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'getReputation'>>> {
    return this.client.request({ method: 'GET', path: '/reputation', query }, options)
  }

  /** Export the reputation over time as CSV. */
  export(
    query: Query<'exportReputation'> = {},
    options: RequestOptions = {},
  ): Promise<Result<ReadableStream<Uint8Array>>> {
    return this.client.request(
      { method: 'GET', path: '/reputation/report', query, answer: 'stream' },
      options,
    )
  }

  /** List the replies of receivers. */
  replies(
    query: Query<'listReputationReplies'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'listReputationReplies'>>> {
    return this.client.request({ method: 'GET', path: '/reputation/replies', query }, options)
  }

  /** List what slowed email down. */
  brakes(
    query: Query<'listReputationBrakes'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'listReputationBrakes'>>> {
    return this.client.request({ method: 'GET', path: '/reputation/brakes', query }, options)
  }
}
