import { path } from '../core/request.ts'
import type { RequestOptions } from '../core/request.ts'
import { everyRecord, Resource } from '../core/resource.ts'
import type { PageQuery } from '../core/resource.ts'
import type { Result } from '../core/result.ts'
import type { Body, Data, Query, Upload } from '../operation-types.ts'

export class Suppressions extends Resource {
  /** Suppress an address. */
  create(
    body: Body<'createSuppression'>,
    options: RequestOptions = {},
  ): Promise<Result<Data<'createSuppression'>>> {
    return this.client.request({ method: 'POST', path: '/suppressions', body }, options)
  }

  /** List suppressed addresses. */
  list(
    query: Query<'listSuppressions'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'listSuppressions'>>> {
    return this.client.request({ method: 'GET', path: '/suppressions', query }, options)
  }

  /** List suppressed addresses: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAll(query: Query<'listSuppressions'> = {}, options: RequestOptions = {}) {
    return everyRecord('suppressions', query, (place: PageQuery) =>
      this.list({ ...query, ...place }, options),
    )
  }

  /** Get a suppression. */
  get(id: string, options: RequestOptions = {}): Promise<Result<Data<'getSuppression'>>> {
    return this.client.request({ method: 'GET', path: path`/suppressions/${id}` }, options)
  }

  /** Delete a suppression. */
  delete(id: string, options: RequestOptions = {}): Promise<Result<Data<'deleteSuppression'>>> {
    return this.client.request({ method: 'DELETE', path: path`/suppressions/${id}` }, options)
  }

  /** Import suppressed addresses from a CSV file. */
  import(
    file: Upload,
    query: Query<'importSuppressions'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'importSuppressions'>>> {
    return this.client.request(
      { method: 'POST', path: '/suppressions/import', body: file, contentType: 'text/csv', query },
      options,
    )
  }
}
