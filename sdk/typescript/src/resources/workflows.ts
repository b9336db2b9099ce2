import { path } from '../core/request.ts'
import type { RequestOptions } from '../core/request.ts'
import { everyRecord, Resource } from '../core/resource.ts'
import type { PageQuery } from '../core/resource.ts'
import type { Result } from '../core/result.ts'
import type { Body, Data, Query } from '../operation-types.ts'

export class Workflows extends Resource {
  /** Create a workflow. */
  create(
    body: Body<'createWorkflow'>,
    options: RequestOptions = {},
  ): Promise<Result<Data<'createWorkflow'>>> {
    return this.client.request({ method: 'POST', path: '/workflows', body }, options)
  }

  /** List workflows. */
  list(
    query: Query<'listWorkflows'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'listWorkflows'>>> {
    return this.client.request({ method: 'GET', path: '/workflows', query }, options)
  }

  /** List workflows: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAll(query: Query<'listWorkflows'> = {}, options: RequestOptions = {}) {
    return everyRecord('workflows', query, (place: PageQuery) => this.list({ ...query, ...place }, options))
  }

  /** Get a workflow. */
  get(id: string, options: RequestOptions = {}): Promise<Result<Data<'getWorkflow'>>> {
    return this.client.request({ method: 'GET', path: path`/workflows/${id}` }, options)
  }

  /** Update a workflow. */
  update(
    id: string,
    body: Body<'updateWorkflow'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'updateWorkflow'>>> {
    return this.client.request({ method: 'PATCH', path: path`/workflows/${id}`, body }, options)
  }

  /** Delete a workflow. */
  delete(
    id: string,
    query: Query<'deleteWorkflow'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'deleteWorkflow'>>> {
    return this.client.request({ method: 'DELETE', path: path`/workflows/${id}`, query }, options)
  }

  /** Duplicate a workflow. */
  duplicate(id: string, options: RequestOptions = {}): Promise<Result<Data<'duplicateWorkflow'>>> {
    return this.client.request({ method: 'POST', path: path`/workflows/${id}/duplicate` }, options)
  }

  /** Simulate a workflow. */
  simulate(
    id: string,
    body: Body<'simulateWorkflow'>,
    options: RequestOptions = {},
  ): Promise<Result<Data<'simulateWorkflow'>>> {
    return this.client.request({ method: 'POST', path: path`/workflows/${id}/simulate`, body }, options)
  }

  /** Simulate a workflow that is not saved. */
  simulateDefinition(
    body: Body<'simulateDefinition'>,
    options: RequestOptions = {},
  ): Promise<Result<Data<'simulateDefinition'>>> {
    return this.client.request({ method: 'POST', path: '/workflows/simulate', body }, options)
  }

  /** Check the senders and webhooks of a workflow. */
  preflight(
    body: Body<'preflightWorkflow'>,
    options: RequestOptions = {},
  ): Promise<Result<Data<'preflightWorkflow'>>> {
    return this.client.request({ method: 'POST', path: '/workflows/preflight', body }, options)
  }

  /** Get the signing secret of a workflow. */
  signingSecret(id: string, options: RequestOptions = {}): Promise<Result<Data<'getWorkflowSigningSecret'>>> {
    return this.client.request({ method: 'POST', path: path`/workflows/${id}/signing-secret` }, options)
  }

  /** Rotate the signing secret of a workflow. */
  rotateSigningSecret(
    id: string,
    body: Body<'rotateWorkflowSigningSecret'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'rotateWorkflowSigningSecret'>>> {
    return this.client.request(
      { method: 'POST', path: path`/workflows/${id}/signing-secret/rotate`, body },
      options,
    )
  }

  /** List the versions of a workflow. */
  listVersions(
    id: string,
    query: Query<'listWorkflowVersions'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'listWorkflowVersions'>>> {
    return this.client.request({ method: 'GET', path: path`/workflows/${id}/versions`, query }, options)
  }

  /** List the versions of a workflow: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAllVersions(id: string, query: Query<'listWorkflowVersions'> = {}, options: RequestOptions = {}) {
    return everyRecord('versions', query, (place: PageQuery) =>
      this.listVersions(id, { ...query, ...place }, options),
    )
  }

  /** Get a version of a workflow. */
  getVersion(
    id: string,
    version: string | number,
    options: RequestOptions = {},
  ): Promise<Result<Data<'getWorkflowVersion'>>> {
    return this.client.request({ method: 'GET', path: path`/workflows/${id}/versions/${version}` }, options)
  }

  /** Get the statistics of a workflow. */
  statistics(id: string, options: RequestOptions = {}): Promise<Result<Data<'getWorkflowStatistics'>>> {
    return this.client.request({ method: 'GET', path: path`/workflows/${id}/statistics` }, options)
  }

  /** Export the report of a workflow as CSV. */
  report(id: string, options: RequestOptions = {}): Promise<Result<ReadableStream<Uint8Array>>> {
    return this.client.request(
      { method: 'GET', path: path`/workflows/${id}/report`, answer: 'stream' },
      options,
    )
  }
}
