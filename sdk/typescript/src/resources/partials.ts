import { path } from '../core/request.ts'
import type { RequestOptions } from '../core/request.ts'
import { everyRecord, Resource } from '../core/resource.ts'
import type { PageQuery } from '../core/resource.ts'
import type { Result } from '../core/result.ts'
import type { Body, Data, Query } from '../operation-types.ts'

export class Partials extends Resource {
  /** Create a partial. */
  create(body: Body<'createPartial'>, options: RequestOptions = {}): Promise<Result<Data<'createPartial'>>> {
    return this.client.request({ method: 'POST', path: '/partials', body }, options)
  }

  /** List partials. */
  list(
    query: Query<'listPartials'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'listPartials'>>> {
    return this.client.request({ method: 'GET', path: '/partials', query }, options)
  }

  /** List partials: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAll(query: Query<'listPartials'> = {}, options: RequestOptions = {}) {
    return everyRecord('partials', query, (place: PageQuery) => this.list({ ...query, ...place }, options))
  }

  /** Get a partial. */
  get(id: string, options: RequestOptions = {}): Promise<Result<Data<'getPartial'>>> {
    return this.client.request({ method: 'GET', path: path`/partials/${id}` }, options)
  }

  /** Update a partial. */
  update(
    id: string,
    body: Body<'updatePartial'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'updatePartial'>>> {
    return this.client.request({ method: 'PATCH', path: path`/partials/${id}`, body }, options)
  }

  /** Delete a partial. */
  delete(id: string, options: RequestOptions = {}): Promise<Result<Data<'deletePartial'>>> {
    return this.client.request({ method: 'DELETE', path: path`/partials/${id}` }, options)
  }

  /** Render a partial that is not saved. */
  render(body: Body<'renderPartial'>, options: RequestOptions = {}): Promise<Result<Data<'renderPartial'>>> {
    return this.client.request({ method: 'POST', path: '/partials/render', body }, options)
  }

  /** List the versions of a partial. */
  listVersions(
    id: string,
    query: Query<'listPartialVersions'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'listPartialVersions'>>> {
    return this.client.request({ method: 'GET', path: path`/partials/${id}/versions`, query }, options)
  }

  /** List the versions of a partial: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAllVersions(id: string, query: Query<'listPartialVersions'> = {}, options: RequestOptions = {}) {
    return everyRecord('versions', query, (place: PageQuery) =>
      this.listVersions(id, { ...query, ...place }, options),
    )
  }

  /** Get a version of a partial. */
  getVersion(
    id: string,
    version: string | number,
    options: RequestOptions = {},
  ): Promise<Result<Data<'getPartialVersion'>>> {
    return this.client.request({ method: 'GET', path: path`/partials/${id}/versions/${version}` }, options)
  }
}
