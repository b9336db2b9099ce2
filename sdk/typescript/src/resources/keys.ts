import { path } from '../core/request.ts'
import type { RequestOptions } from '../core/request.ts'
import { everyRecord, Resource } from '../core/resource.ts'
import type { PageQuery } from '../core/resource.ts'
import type { Result } from '../core/result.ts'
import type { Body, Data, Query } from '../operation-types.ts'

export class Keys extends Resource {
  /** Create an API key. */
  create(body: Body<'createKey'>, options: RequestOptions = {}): Promise<Result<Data<'createKey'>>> {
    return this.client.request({ method: 'POST', path: '/keys', body }, options)
  }

  /** List API keys. */
  list(query: Query<'listKeys'> = {}, options: RequestOptions = {}): Promise<Result<Data<'listKeys'>>> {
    return this.client.request({ method: 'GET', path: '/keys', query }, options)
  }

  /** List API keys: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAll(query: Query<'listKeys'> = {}, options: RequestOptions = {}) {
    return everyRecord('keys', query, (place: PageQuery) => this.list({ ...query, ...place }, options))
  }

  /** Rotate an API key. */
  rotate(
    id: string,
    body: Body<'rotateKey'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'rotateKey'>>> {
    return this.client.request({ method: 'POST', path: path`/keys/${id}/rotate`, body }, options)
  }

  /** Revoke an API key. */
  revoke(
    id: string,
    query: Query<'revokeKey'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'revokeKey'>>> {
    return this.client.request({ method: 'DELETE', path: path`/keys/${id}`, query }, options)
  }
}
