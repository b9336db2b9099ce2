import { path } from '../core/request.ts'
import type { RequestOptions } from '../core/request.ts'
import { everyRecord, Resource } from '../core/resource.ts'
import type { PageQuery } from '../core/resource.ts'
import type { Result } from '../core/result.ts'
import type { Body, Data, Query } from '../operation-types.ts'

export class Topics extends Resource {
  /** Create a topic. */
  create(body: Body<'createTopic'>, options: RequestOptions = {}): Promise<Result<Data<'createTopic'>>> {
    return this.client.request({ method: 'POST', path: '/topics', body }, options)
  }

  /** List topics. */
  list(query: Query<'listTopics'> = {}, options: RequestOptions = {}): Promise<Result<Data<'listTopics'>>> {
    return this.client.request({ method: 'GET', path: '/topics', query }, options)
  }

  /** List topics: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAll(query: Query<'listTopics'> = {}, options: RequestOptions = {}) {
    return everyRecord('topics', query, (place: PageQuery) => this.list({ ...query, ...place }, options))
  }

  /** Get a topic. */
  get(id: string, options: RequestOptions = {}): Promise<Result<Data<'getTopic'>>> {
    return this.client.request({ method: 'GET', path: path`/topics/${id}` }, options)
  }

  /** Update a topic. */
  update(
    id: string,
    body: Body<'updateTopic'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'updateTopic'>>> {
    return this.client.request({ method: 'PATCH', path: path`/topics/${id}`, body }, options)
  }

  /** Delete a topic. */
  delete(id: string, options: RequestOptions = {}): Promise<Result<Data<'deleteTopic'>>> {
    return this.client.request({ method: 'DELETE', path: path`/topics/${id}` }, options)
  }
}
