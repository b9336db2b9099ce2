import { path } from '../core/request.ts'
import type { RequestOptions } from '../core/request.ts'
import { everyRecord, Resource } from '../core/resource.ts'
import type { PageQuery } from '../core/resource.ts'
import type { Result } from '../core/result.ts'
import type { Body, Data, Query } from '../operation-types.ts'

export class Domains extends Resource {
  /** Add a domain. */
  create(body: Body<'createDomain'>, options: RequestOptions = {}): Promise<Result<Data<'createDomain'>>> {
    return this.client.request({ method: 'POST', path: '/domains', body }, options)
  }

  /** List domains. */
  list(query: Query<'listDomains'> = {}, options: RequestOptions = {}): Promise<Result<Data<'listDomains'>>> {
    return this.client.request({ method: 'GET', path: '/domains', query }, options)
  }

  /** List domains: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAll(query: Query<'listDomains'> = {}, options: RequestOptions = {}) {
    return everyRecord('domains', query, (place: PageQuery) => this.list({ ...query, ...place }, options))
  }

  /** Get a domain. */
  get(id: string, options: RequestOptions = {}): Promise<Result<Data<'getDomain'>>> {
    return this.client.request({ method: 'GET', path: path`/domains/${id}` }, options)
  }

  /** Update a domain. */
  update(
    id: string,
    body: Body<'updateDomain'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'updateDomain'>>> {
    return this.client.request({ method: 'PATCH', path: path`/domains/${id}`, body }, options)
  }

  /** Delete a domain. */
  delete(id: string, options: RequestOptions = {}): Promise<Result<Data<'deleteDomain'>>> {
    return this.client.request({ method: 'DELETE', path: path`/domains/${id}` }, options)
  }

  /** Verify a domain. */
  verify(id: string, options: RequestOptions = {}): Promise<Result<Data<'verifyDomain'>>> {
    return this.client.request({ method: 'POST', path: path`/domains/${id}/verify` }, options)
  }

  /** Get the reports about a domain. */
  reports(
    id: string,
    query: Query<'getDomainReports'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'getDomainReports'>>> {
    return this.client.request({ method: 'GET', path: path`/domains/${id}/reports`, query }, options)
  }

  /** Export the reports about a domain as CSV. */
  exportReports(
    id: string,
    query: Query<'exportDomainReports'> = {},
    options: RequestOptions = {},
  ): Promise<Result<ReadableStream<Uint8Array>>> {
    return this.client.request(
      { method: 'GET', path: path`/domains/${id}/reports/export`, query, answer: 'stream' },
      options,
    )
  }

  /** List the addresses that send as a domain. */
  listSources(
    id: string,
    query: Query<'listReportSources'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'listReportSources'>>> {
    return this.client.request({ method: 'GET', path: path`/domains/${id}/reports/sources`, query }, options)
  }

  /** List the addresses that send as a domain: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAllSources(id: string, query: Query<'listReportSources'> = {}, options: RequestOptions = {}) {
    return everyRecord('sources', query, (place: PageQuery) =>
      this.listSources(id, { ...query, ...place }, options),
    )
  }

  /** List alerts about all domains. */
  listProjectAlerts(
    query: Query<'listDomainAlerts'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'listDomainAlerts'>>> {
    return this.client.request({ method: 'GET', path: '/domains/alerts', query }, options)
  }

  /** List alerts about all domains: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAllProjectAlerts(query: Query<'listDomainAlerts'> = {}, options: RequestOptions = {}) {
    return everyRecord('alerts', query, (place: PageQuery) =>
      this.listProjectAlerts({ ...query, ...place }, options),
    )
  }

  /** List alerts about a domain. */
  listAlerts(
    id: string,
    query: Query<'listReportAlerts'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'listReportAlerts'>>> {
    return this.client.request({ method: 'GET', path: path`/domains/${id}/reports/alerts`, query }, options)
  }

  /** List alerts about a domain: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAllAlerts(id: string, query: Query<'listReportAlerts'> = {}, options: RequestOptions = {}) {
    return everyRecord('alerts', query, (place: PageQuery) =>
      this.listAlerts(id, { ...query, ...place }, options),
    )
  }

  /** Get the checks of a domain. */
  checks(id: string, options: RequestOptions = {}): Promise<Result<Data<'getDomainChecks'>>> {
    return this.client.request({ method: 'GET', path: path`/domains/${id}/checks` }, options)
  }

  /** Check a domain now. */
  runChecks(id: string, options: RequestOptions = {}): Promise<Result<Data<'runDomainChecks'>>> {
    return this.client.request({ method: 'POST', path: path`/domains/${id}/checks/run` }, options)
  }

  /** Get what Google says about a domain. */
  postmaster(
    id: string,
    query: Query<'getDomainPostmaster'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'getDomainPostmaster'>>> {
    return this.client.request({ method: 'GET', path: path`/domains/${id}/postmaster`, query }, options)
  }

  /** Add a DKIM key to a domain. */
  addKey(
    id: string,
    body: Body<'createDomainKey'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'createDomainKey'>>> {
    return this.client.request({ method: 'POST', path: path`/domains/${id}/keys`, body }, options)
  }

  /** Rotate the DKIM key of a domain. */
  rotateKey(id: string, options: RequestOptions = {}): Promise<Result<Data<'rotateDomainKey'>>> {
    return this.client.request({ method: 'POST', path: path`/domains/${id}/rotate` }, options)
  }
}
