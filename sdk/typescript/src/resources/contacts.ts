import { path } from '../core/request.ts'
import type { RequestOptions } from '../core/request.ts'
import { everyRecord, Resource } from '../core/resource.ts'
import type { PageQuery } from '../core/resource.ts'
import type { Result } from '../core/result.ts'
import type { Body, Data, Query, Upload } from '../operation-types.ts'

export class Contacts extends Resource {
  /** Create or update a contact. */
  upsert(body: Body<'upsertContact'>, options: RequestOptions = {}): Promise<Result<Data<'upsertContact'>>> {
    return this.client.request({ method: 'POST', path: '/contacts', body }, options)
  }

  /** List contacts. */
  list(
    query: Query<'listContacts'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'listContacts'>>> {
    return this.client.request({ method: 'GET', path: '/contacts', query }, options)
  }

  /** List contacts: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAll(query: Query<'listContacts'> = {}, options: RequestOptions = {}) {
    return everyRecord('contacts', query, (place: PageQuery) => this.list({ ...query, ...place }, options))
  }

  /** Get a contact. */
  get(id: string, options: RequestOptions = {}): Promise<Result<Data<'getContact'>>> {
    return this.client.request({ method: 'GET', path: path`/contacts/${id}` }, options)
  }

  /** Update a contact. */
  update(
    id: string,
    body: Body<'updateContact'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'updateContact'>>> {
    return this.client.request({ method: 'PATCH', path: path`/contacts/${id}`, body }, options)
  }

  /** Delete a contact. */
  delete(id: string, options: RequestOptions = {}): Promise<Result<Data<'deleteContact'>>> {
    return this.client.request({ method: 'DELETE', path: path`/contacts/${id}` }, options)
  }

  /** Import contacts from a CSV file. */
  import(
    file: Upload,
    query: Query<'importContacts'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'importContacts'>>> {
    return this.client.request(
      { method: 'POST', path: '/contacts/import', body: file, contentType: 'text/csv', query },
      options,
    )
  }

  /** Export contacts as CSV. */
  export(
    query: Query<'exportContacts'> = {},
    options: RequestOptions = {},
  ): Promise<Result<ReadableStream<Uint8Array>>> {
    return this.client.request({ method: 'GET', path: '/contacts/export', query, answer: 'stream' }, options)
  }

  /** Update or delete many contacts. */
  bulk(body: Body<'bulkContacts'>, options: RequestOptions = {}): Promise<Result<Data<'bulkContacts'>>> {
    return this.client.request({ method: 'POST', path: '/contacts/bulk', body }, options)
  }

  /** List the data fields of contacts. */
  fields(options: RequestOptions = {}): Promise<Result<Data<'listContactFields'>>> {
    return this.client.request({ method: 'GET', path: '/contacts/fields' }, options)
  }

  /** Check for how many contacts fields are missing. */
  countMissingFields(
    body: Body<'countMissingFields'>,
    options: RequestOptions = {},
  ): Promise<Result<Data<'countMissingFields'>>> {
    return this.client.request({ method: 'POST', path: '/contacts/missing', body }, options)
  }

  /** Export everything about one contact. */
  exportPersonalData(id: string, options: RequestOptions = {}): Promise<Result<Data<'exportPersonalData'>>> {
    return this.client.request({ method: 'GET', path: path`/contacts/${id}/export` }, options)
  }

  /** List the segments of a contact. */
  listSegments(id: string, options: RequestOptions = {}): Promise<Result<Data<'listContactSegments'>>> {
    return this.client.request({ method: 'GET', path: path`/contacts/${id}/segments` }, options)
  }

  /** List the events of a contact. */
  listEvents(
    id: string,
    query: Query<'listContactEvents'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'listContactEvents'>>> {
    return this.client.request({ method: 'GET', path: path`/contacts/${id}/events`, query }, options)
  }

  /** List the events of a contact: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAllEvents(id: string, query: Query<'listContactEvents'> = {}, options: RequestOptions = {}) {
    return everyRecord('events', query, (place: PageQuery) =>
      this.listEvents(id, { ...query, ...place }, options),
    )
  }

  /** List the emails to a contact. */
  listEmails(
    id: string,
    query: Query<'listContactEmails'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'listContactEmails'>>> {
    return this.client.request({ method: 'GET', path: path`/contacts/${id}/emails`, query }, options)
  }

  /** List the emails to a contact: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAllEmails(id: string, query: Query<'listContactEmails'> = {}, options: RequestOptions = {}) {
    return everyRecord('emails', query, (place: PageQuery) =>
      this.listEmails(id, { ...query, ...place }, options),
    )
  }

  /** List the workflow executions of a contact. */
  listExecutions(
    id: string,
    query: Query<'listContactExecutions'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'listContactExecutions'>>> {
    return this.client.request({ method: 'GET', path: path`/contacts/${id}/executions`, query }, options)
  }

  /** List the workflow executions of a contact: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAllExecutions(id: string, query: Query<'listContactExecutions'> = {}, options: RequestOptions = {}) {
    return everyRecord('executions', query, (place: PageQuery) =>
      this.listExecutions(id, { ...query, ...place }, options),
    )
  }

  /** List what a contact has agreed to. */
  listConsent(
    id: string,
    query: Query<'listContactConsent'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'listContactConsent'>>> {
    return this.client.request({ method: 'GET', path: path`/contacts/${id}/consent`, query }, options)
  }

  /** List what a contact has agreed to: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAllConsent(id: string, query: Query<'listContactConsent'> = {}, options: RequestOptions = {}) {
    return everyRecord('consent', query, (place: PageQuery) =>
      this.listConsent(id, { ...query, ...place }, options),
    )
  }

  /** Get the best hour of a contact. */
  bestHour(id: string, options: RequestOptions = {}): Promise<Result<Data<'getContactBestHour'>>> {
    return this.client.request({ method: 'GET', path: path`/contacts/${id}/best-hour` }, options)
  }

  /** Get the engagement of a contact. */
  engagement(
    id: string,
    query: Query<'getContactEngagement'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'getContactEngagement'>>> {
    return this.client.request({ method: 'GET', path: path`/contacts/${id}/engagement`, query }, options)
  }
}
