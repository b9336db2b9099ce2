import { path } from '../core/request.ts'
import type { RequestOptions } from '../core/request.ts'
import { everyRecord, Resource } from '../core/resource.ts'
import type { PageQuery } from '../core/resource.ts'
import type { Result } from '../core/result.ts'
import type { Body, Data, Query } from '../operation-types.ts'

export class Campaigns extends Resource {
  /** Create a campaign as a draft. */
  create(
    body: Body<'createCampaign'>,
    options: RequestOptions = {},
  ): Promise<Result<Data<'createCampaign'>>> {
    return this.client.request({ method: 'POST', path: '/campaigns', body }, options)
  }

  /** List campaigns. */
  list(
    query: Query<'listCampaigns'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'listCampaigns'>>> {
    return this.client.request({ method: 'GET', path: '/campaigns', query }, options)
  }

  /** List campaigns: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAll(query: Query<'listCampaigns'> = {}, options: RequestOptions = {}) {
    return everyRecord('campaigns', query, (place: PageQuery) => this.list({ ...query, ...place }, options))
  }

  /** Export campaigns with their figures as CSV. */
  export(
    query: Query<'exportCampaigns'> = {},
    options: RequestOptions = {},
  ): Promise<Result<ReadableStream<Uint8Array>>> {
    return this.client.request({ method: 'GET', path: '/campaigns/export', query, answer: 'stream' }, options)
  }

  /** Get a campaign. */
  get(id: string, options: RequestOptions = {}): Promise<Result<Data<'getCampaign'>>> {
    return this.client.request({ method: 'GET', path: path`/campaigns/${id}` }, options)
  }

  /** Update a campaign. */
  update(
    id: string,
    body: Body<'updateCampaign'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'updateCampaign'>>> {
    return this.client.request({ method: 'PATCH', path: path`/campaigns/${id}`, body }, options)
  }

  /** Delete a campaign. */
  delete(id: string, options: RequestOptions = {}): Promise<Result<Data<'deleteCampaign'>>> {
    return this.client.request({ method: 'DELETE', path: path`/campaigns/${id}` }, options)
  }

  /** Duplicate a campaign. */
  duplicate(id: string, options: RequestOptions = {}): Promise<Result<Data<'duplicateCampaign'>>> {
    return this.client.request({ method: 'POST', path: path`/campaigns/${id}/duplicate` }, options)
  }

  /** Send or schedule a campaign. */
  send(
    id: string,
    body: Body<'sendCampaign'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'sendCampaign'>>> {
    return this.client.request({ method: 'POST', path: path`/campaigns/${id}/send`, body }, options)
  }

  /** Cancel a campaign. */
  cancel(id: string, options: RequestOptions = {}): Promise<Result<Data<'cancelCampaign'>>> {
    return this.client.request({ method: 'POST', path: path`/campaigns/${id}/cancel` }, options)
  }

  /** Pause a campaign. */
  pause(
    id: string,
    body: Body<'pauseCampaign'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'pauseCampaign'>>> {
    return this.client.request({ method: 'POST', path: path`/campaigns/${id}/pause`, body }, options)
  }

  /** Resume a campaign. */
  resume(id: string, options: RequestOptions = {}): Promise<Result<Data<'resumeCampaign'>>> {
    return this.client.request({ method: 'POST', path: path`/campaigns/${id}/resume` }, options)
  }

  /** Choose the winner of a variant test. */
  chooseWinner(
    id: string,
    body: Body<'chooseCampaignWinner'>,
    options: RequestOptions = {},
  ): Promise<Result<Data<'chooseCampaignWinner'>>> {
    return this.client.request({ method: 'POST', path: path`/campaigns/${id}/winner`, body }, options)
  }

  /** Send a test email of a campaign. */
  test(
    id: string,
    body: Body<'testCampaign'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'testCampaign'>>> {
    return this.client.request({ method: 'POST', path: path`/campaigns/${id}/test`, body }, options)
  }

  /** Check a campaign before sending it. */
  preflight(id: string, options: RequestOptions = {}): Promise<Result<Data<'preflightCampaign'>>> {
    return this.client.request({ method: 'POST', path: path`/campaigns/${id}/preflight` }, options)
  }

  /** Check the links of a campaign. */
  checkLinks(id: string, options: RequestOptions = {}): Promise<Result<Data<'checkCampaignLinks'>>> {
    return this.client.request({ method: 'POST', path: path`/campaigns/${id}/checks/links` }, options)
  }

  /** Check the spam score of a campaign. */
  checkSpam(id: string, options: RequestOptions = {}): Promise<Result<Data<'checkCampaignSpam'>>> {
    return this.client.request({ method: 'POST', path: path`/campaigns/${id}/checks/spam` }, options)
  }

  /** Get the statistics of a campaign. */
  statistics(id: string, options: RequestOptions = {}): Promise<Result<Data<'getCampaignStatistics'>>> {
    return this.client.request({ method: 'GET', path: path`/campaigns/${id}/stats` }, options)
  }

  /** Get results by mailbox provider, and bounces by reason. */
  breakdown(id: string, options: RequestOptions = {}): Promise<Result<Data<'getCampaignBreakdown'>>> {
    return this.client.request({ method: 'GET', path: path`/campaigns/${id}/breakdown` }, options)
  }

  /** Get the comparison of a campaign with earlier ones. */
  comparison(id: string, options: RequestOptions = {}): Promise<Result<Data<'getCampaignComparison'>>> {
    return this.client.request({ method: 'GET', path: path`/campaigns/${id}/comparison` }, options)
  }

  /** List who clicked a link of a campaign. */
  listClicks(
    id: string,
    query: Query<'listCampaignClicks'>,
    options: RequestOptions = {},
  ): Promise<Result<Data<'listCampaignClicks'>>> {
    return this.client.request({ method: 'GET', path: path`/campaigns/${id}/clicks`, query }, options)
  }

  /** List who clicked a link of a campaign: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAllClicks(id: string, query: Query<'listCampaignClicks'>, options: RequestOptions = {}) {
    return everyRecord('clicks', query, (place: PageQuery) =>
      this.listClicks(id, { ...query, ...place }, options),
    )
  }

  /** Export who clicked a link of a campaign as CSV. */
  exportClicks(
    id: string,
    query: Query<'exportCampaignClicks'>,
    options: RequestOptions = {},
  ): Promise<Result<ReadableStream<Uint8Array>>> {
    return this.client.request(
      { method: 'GET', path: path`/campaigns/${id}/clicks/export`, query, answer: 'stream' },
      options,
    )
  }

  /** Export the report of a campaign as CSV. */
  report(id: string, options: RequestOptions = {}): Promise<Result<ReadableStream<Uint8Array>>> {
    return this.client.request(
      { method: 'GET', path: path`/campaigns/${id}/report`, answer: 'stream' },
      options,
    )
  }

  /** List the recipients of a campaign. */
  listRecipients(
    id: string,
    query: Query<'listCampaignRecipients'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'listCampaignRecipients'>>> {
    return this.client.request({ method: 'GET', path: path`/campaigns/${id}/recipients`, query }, options)
  }

  /** List the recipients of a campaign: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAllRecipients(id: string, query: Query<'listCampaignRecipients'> = {}, options: RequestOptions = {}) {
    return everyRecord('recipients', query, (place: PageQuery) =>
      this.listRecipients(id, { ...query, ...place }, options),
    )
  }

  /** Export the recipients of a campaign as CSV. */
  exportRecipients(
    id: string,
    query: Query<'exportCampaignRecipients'> = {},
    options: RequestOptions = {},
  ): Promise<Result<ReadableStream<Uint8Array>>> {
    return this.client.request(
      { method: 'GET', path: path`/campaigns/${id}/recipients/export`, query, answer: 'stream' },
      options,
    )
  }
}
