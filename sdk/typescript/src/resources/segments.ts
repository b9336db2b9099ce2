import { path } from '../core/request.ts'
import type { RequestOptions } from '../core/request.ts'
import { everyRecord, Resource } from '../core/resource.ts'
import type { PageQuery } from '../core/resource.ts'
import type { Result } from '../core/result.ts'
import type { Body, Data, Query } from '../operation-types.ts'

export class Segments extends Resource {
  /** Create a segment. */
  create(body: Body<'createSegment'>, options: RequestOptions = {}): Promise<Result<Data<'createSegment'>>> {
    return this.client.request({ method: 'POST', path: '/segments', body }, options)
  }

  /** List segments. */
  list(
    query: Query<'listSegments'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'listSegments'>>> {
    return this.client.request({ method: 'GET', path: '/segments', query }, options)
  }

  /** List segments: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAll(query: Query<'listSegments'> = {}, options: RequestOptions = {}) {
    return everyRecord('segments', query, (place: PageQuery) => this.list({ ...query, ...place }, options))
  }

  /** Get a segment. */
  get(id: string, options: RequestOptions = {}): Promise<Result<Data<'getSegment'>>> {
    return this.client.request({ method: 'GET', path: path`/segments/${id}` }, options)
  }

  /** Update a segment. */
  update(
    id: string,
    body: Body<'updateSegment'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'updateSegment'>>> {
    return this.client.request({ method: 'PATCH', path: path`/segments/${id}`, body }, options)
  }

  /** Delete a segment. */
  delete(id: string, options: RequestOptions = {}): Promise<Result<Data<'deleteSegment'>>> {
    return this.client.request({ method: 'DELETE', path: path`/segments/${id}` }, options)
  }

  /** Preview a segment. */
  preview(
    body: Body<'previewSegment'>,
    options: RequestOptions = {},
  ): Promise<Result<Data<'previewSegment'>>> {
    return this.client.request({ method: 'POST', path: '/segments/preview', body }, options)
  }

  /** List the contacts of a segment. */
  listContacts(
    id: string,
    query: Query<'listSegmentContacts'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'listSegmentContacts'>>> {
    return this.client.request({ method: 'GET', path: path`/segments/${id}/contacts`, query }, options)
  }

  /** List the contacts of a segment: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAllContacts(id: string, query: Query<'listSegmentContacts'> = {}, options: RequestOptions = {}) {
    return everyRecord('contacts', query, (place: PageQuery) =>
      this.listContacts(id, { ...query, ...place }, options),
    )
  }

  /** Get the growth of a segment. */
  growth(
    id: string,
    query: Query<'getSegmentGrowth'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'getSegmentGrowth'>>> {
    return this.client.request({ method: 'GET', path: path`/segments/${id}/growth`, query }, options)
  }

  /** Export the growth of a segment as CSV. */
  report(
    id: string,
    query: Query<'exportSegmentGrowth'> = {},
    options: RequestOptions = {},
  ): Promise<Result<ReadableStream<Uint8Array>>> {
    return this.client.request(
      { method: 'GET', path: path`/segments/${id}/report`, query, answer: 'stream' },
      options,
    )
  }

  /** Check why a contact is in a segment. */
  explain(
    id: string,
    query: Query<'explainSegment'>,
    options: RequestOptions = {},
  ): Promise<Result<Data<'explainSegment'>>> {
    return this.client.request({ method: 'GET', path: path`/segments/${id}/explain`, query }, options)
  }

  /** Add contacts to a static segment. */
  addMembers(
    id: string,
    body: Body<'addSegmentMembers'>,
    options: RequestOptions = {},
  ): Promise<Result<Data<'addSegmentMembers'>>> {
    return this.client.request({ method: 'POST', path: path`/segments/${id}/members`, body }, options)
  }

  /** Remove contacts from a static segment. */
  removeMembers(
    id: string,
    body: Body<'removeSegmentMembers'>,
    options: RequestOptions = {},
  ): Promise<Result<Data<'removeSegmentMembers'>>> {
    return this.client.request({ method: 'DELETE', path: path`/segments/${id}/members`, body }, options)
  }
}
