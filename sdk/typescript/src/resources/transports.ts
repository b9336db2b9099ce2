import { path } from '../core/request.ts'
import type { RequestOptions } from '../core/request.ts'
import { everyRecord, Resource } from '../core/resource.ts'
import type { PageQuery } from '../core/resource.ts'
import type { Result } from '../core/result.ts'
import type { Body, Data, Query } from '../operation-types.ts'

export class Transports extends Resource {
  /** Create a transport. */
  create(
    body: Body<'createTransport'>,
    options: RequestOptions = {},
  ): Promise<Result<Data<'createTransport'>>> {
    return this.client.request({ method: 'POST', path: '/transports', body }, options)
  }

  /** List transports. */
  list(
    query: Query<'listTransports'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'listTransports'>>> {
    return this.client.request({ method: 'GET', path: '/transports', query }, options)
  }

  /** List transports: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAll(query: Query<'listTransports'> = {}, options: RequestOptions = {}) {
    return everyRecord('transports', query, (place: PageQuery) => this.list({ ...query, ...place }, options))
  }

  /** Get a transport. */
  get(id: string, options: RequestOptions = {}): Promise<Result<Data<'getTransport'>>> {
    return this.client.request({ method: 'GET', path: path`/transports/${id}` }, options)
  }

  /** Update a transport. */
  update(
    id: string,
    body: Body<'updateTransport'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'updateTransport'>>> {
    return this.client.request({ method: 'PATCH', path: path`/transports/${id}`, body }, options)
  }

  /** Delete a transport. */
  delete(id: string, options: RequestOptions = {}): Promise<Result<Data<'deleteTransport'>>> {
    return this.client.request({ method: 'DELETE', path: path`/transports/${id}` }, options)
  }

  /** Test a transport. */
  test(id: string, options: RequestOptions = {}): Promise<Result<Data<'testTransport'>>> {
    return this.client.request({ method: 'POST', path: path`/transports/${id}/test` }, options)
  }

  /** List the destinations of a transport. */
  listDestinations(id: string, options: RequestOptions = {}): Promise<Result<Data<'listDestinations'>>> {
    return this.client.request({ method: 'GET', path: path`/transports/${id}/destinations` }, options)
  }

  /** Get the feedback URL of a transport. */
  getFeedback(id: string, options: RequestOptions = {}): Promise<Result<Data<'getTransportFeedback'>>> {
    return this.client.request({ method: 'GET', path: path`/transports/${id}/feedback` }, options)
  }

  /** Update the keys of the feedback URL of a transport. */
  updateFeedback(
    id: string,
    body: Body<'updateTransportFeedback'>,
    options: RequestOptions = {},
  ): Promise<Result<Data<'updateTransportFeedback'>>> {
    return this.client.request({ method: 'PATCH', path: path`/transports/${id}/feedback`, body }, options)
  }

  /** Rotate the feedback URL of a transport. */
  rotateFeedback(
    id: string,
    body: Body<'rotateTransportFeedback'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'rotateTransportFeedback'>>> {
    return this.client.request(
      { method: 'POST', path: path`/transports/${id}/feedback/rotate`, body },
      options,
    )
  }

  /** Test the feedback URL of a transport. */
  proveFeedback(
    id: string,
    body: Body<'proveTransportFeedback'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'proveTransportFeedback'>>> {
    return this.client.request(
      { method: 'POST', path: path`/transports/${id}/feedback/prove`, body },
      options,
    )
  }
}
