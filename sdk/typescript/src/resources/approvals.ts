import { path } from '../core/request.ts'
import type { RequestOptions } from '../core/request.ts'
import { everyRecord, Resource } from '../core/resource.ts'
import type { PageQuery } from '../core/resource.ts'
import type { Result } from '../core/result.ts'
import type { Data, Query } from '../operation-types.ts'

/** Calls of agents that wait for a person, who decides in the dashboard. */
export class Approvals extends Resource {
  /** List approvals. */
  list(
    query: Query<'listApprovals'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'listApprovals'>>> {
    return this.client.request({ method: 'GET', path: '/approvals', query }, options)
  }

  /** List approvals: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAll(query: Query<'listApprovals'> = {}, options: RequestOptions = {}) {
    return everyRecord('approvals', query, (place: PageQuery) => this.list({ ...query, ...place }, options))
  }

  /** Get an approval. */
  get(id: string, options: RequestOptions = {}): Promise<Result<Data<'getApproval'>>> {
    return this.client.request({ method: 'GET', path: path`/approvals/${id}` }, options)
  }
}
