import { path } from '../core/request.ts'
import type { RequestOptions } from '../core/request.ts'
import { everyRecord, Resource } from '../core/resource.ts'
import type { PageQuery } from '../core/resource.ts'
import type { Result } from '../core/result.ts'
import type { Body, Data, Query } from '../operation-types.ts'

export class RecurringCampaigns extends Resource {
  /** Create a recurring campaign. */
  create(
    body: Body<'createRecurringCampaign'>,
    options: RequestOptions = {},
  ): Promise<Result<Data<'createRecurringCampaign'>>> {
    return this.client.request({ method: 'POST', path: '/recurring-campaigns', body }, options)
  }

  /** List recurring campaigns. */
  list(
    query: Query<'listRecurringCampaigns'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'listRecurringCampaigns'>>> {
    return this.client.request({ method: 'GET', path: '/recurring-campaigns', query }, options)
  }

  /** List recurring campaigns: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAll(query: Query<'listRecurringCampaigns'> = {}, options: RequestOptions = {}) {
    return everyRecord('recurringCampaigns', query, (place: PageQuery) =>
      this.list({ ...query, ...place }, options),
    )
  }

  /** Get a recurring campaign. */
  get(id: string, options: RequestOptions = {}): Promise<Result<Data<'getRecurringCampaign'>>> {
    return this.client.request({ method: 'GET', path: path`/recurring-campaigns/${id}` }, options)
  }

  /** Update a recurring campaign. */
  update(
    id: string,
    body: Body<'updateRecurringCampaign'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'updateRecurringCampaign'>>> {
    return this.client.request({ method: 'PATCH', path: path`/recurring-campaigns/${id}`, body }, options)
  }

  /** Delete a recurring campaign. */
  delete(id: string, options: RequestOptions = {}): Promise<Result<Data<'deleteRecurringCampaign'>>> {
    return this.client.request({ method: 'DELETE', path: path`/recurring-campaigns/${id}` }, options)
  }

  /** Preview a feed. */
  previewFeed(body: Body<'previewFeed'>, options: RequestOptions = {}): Promise<Result<Data<'previewFeed'>>> {
    return this.client.request({ method: 'POST', path: '/recurring-campaigns/preview-feed', body }, options)
  }

  /** Start a run of a recurring campaign. */
  run(id: string, options: RequestOptions = {}): Promise<Result<Data<'runRecurringCampaign'>>> {
    return this.client.request({ method: 'POST', path: path`/recurring-campaigns/${id}/run` }, options)
  }

  /** List the runs of a recurring campaign. */
  listRuns(
    id: string,
    query: Query<'listRecurringCampaignRuns'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'listRecurringCampaignRuns'>>> {
    return this.client.request({ method: 'GET', path: path`/recurring-campaigns/${id}/runs`, query }, options)
  }

  /** List the runs of a recurring campaign: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAllRuns(id: string, query: Query<'listRecurringCampaignRuns'> = {}, options: RequestOptions = {}) {
    return everyRecord('runs', query, (place: PageQuery) =>
      this.listRuns(id, { ...query, ...place }, options),
    )
  }

  /** Export the runs of a recurring campaign as CSV. */
  report(id: string, options: RequestOptions = {}): Promise<Result<ReadableStream<Uint8Array>>> {
    return this.client.request(
      { method: 'GET', path: path`/recurring-campaigns/${id}/report`, answer: 'stream' },
      options,
    )
  }
}
