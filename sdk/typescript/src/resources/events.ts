import type { RequestOptions } from '../core/request.ts'
import { everyRecord, Resource } from '../core/resource.ts'
import type { PageQuery } from '../core/resource.ts'
import type { Result } from '../core/result.ts'
import type { Body, Data, Query } from '../operation-types.ts'

export class Events extends Resource {
  /** Track an event. */
  track(body: Body<'trackEvent'>, options: RequestOptions = {}): Promise<Result<Data<'trackEvent'>>> {
    return this.client.request({ method: 'POST', path: '/v1/track', body }, options)
  }

  /** List events. */
  list(query: Query<'listEvents'> = {}, options: RequestOptions = {}): Promise<Result<Data<'listEvents'>>> {
    return this.client.request({ method: 'GET', path: '/events', query }, options)
  }

  /** List events: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAll(query: Query<'listEvents'> = {}, options: RequestOptions = {}) {
    return everyRecord('events', query, (place: PageQuery) => this.list({ ...query, ...place }, options))
  }

  /** List event names. */
  listNames(
    query: Query<'listEventNames'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'listEventNames'>>> {
    return this.client.request({ method: 'GET', path: '/events/names', query }, options)
  }

  /** List event names: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAllNames(query: Query<'listEventNames'> = {}, options: RequestOptions = {}) {
    return everyRecord('names', query, (place: PageQuery) => this.listNames({ ...query, ...place }, options))
  }
}
