import { path } from '../core/request.ts'
import type { RequestOptions } from '../core/request.ts'
import { everyRecord, Resource } from '../core/resource.ts'
import type { PageQuery } from '../core/resource.ts'
import type { Result } from '../core/result.ts'
import type { Body, Data, Query } from '../operation-types.ts'

export class WorkflowExecutions extends Resource {
  /** List executions of a workflow. */
  list(
    id: string,
    query: Query<'listWorkflowExecutions'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'listWorkflowExecutions'>>> {
    return this.client.request({ method: 'GET', path: path`/workflows/${id}/executions`, query }, options)
  }

  /** List executions of a workflow: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAll(id: string, query: Query<'listWorkflowExecutions'> = {}, options: RequestOptions = {}) {
    return everyRecord('executions', query, (place: PageQuery) =>
      this.list(id, { ...query, ...place }, options),
    )
  }

  /** Start a workflow for a contact. */
  start(
    id: string,
    body: Body<'startWorkflowExecution'>,
    options: RequestOptions = {},
  ): Promise<Result<Data<'startWorkflowExecution'>>> {
    return this.client.request({ method: 'POST', path: path`/workflows/${id}/executions`, body }, options)
  }

  /** Get an execution. */
  get(
    id: string,
    executionId: string,
    options: RequestOptions = {},
  ): Promise<Result<Data<'getWorkflowExecution'>>> {
    return this.client.request(
      { method: 'GET', path: path`/workflows/${id}/executions/${executionId}` },
      options,
    )
  }

  /** Cancel an execution. */
  cancel(
    id: string,
    executionId: string,
    options: RequestOptions = {},
  ): Promise<Result<Data<'cancelWorkflowExecution'>>> {
    return this.client.request(
      { method: 'POST', path: path`/workflows/${id}/executions/${executionId}/cancel` },
      options,
    )
  }

  /** Cancel all executions of a workflow. */
  cancelAll(id: string, options: RequestOptions = {}): Promise<Result<Data<'cancelWorkflowExecutions'>>> {
    return this.client.request({ method: 'POST', path: path`/workflows/${id}/executions/cancel` }, options)
  }

  /** Retry a failed execution. */
  retry(
    id: string,
    executionId: string,
    options: RequestOptions = {},
  ): Promise<Result<Data<'retryWorkflowExecution'>>> {
    return this.client.request(
      { method: 'POST', path: path`/workflows/${id}/executions/${executionId}/retry` },
      options,
    )
  }

  /** Skip the step at which an execution waits. */
  skip(
    id: string,
    executionId: string,
    query: Query<'skipWorkflowStep'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'skipWorkflowStep'>>> {
    return this.client.request(
      { method: 'POST', path: path`/workflows/${id}/executions/${executionId}/skip`, query },
      options,
    )
  }
}
