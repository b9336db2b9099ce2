import { path } from '../core/request.ts'
import type { RequestOptions } from '../core/request.ts'
import { Resource } from '../core/resource.ts'
import type { Result } from '../core/result.ts'
import type { Body, Data, Query } from '../operation-types.ts'

export class Project extends Resource {
  /** Get the project. */
  get(options: RequestOptions = {}): Promise<Result<Data<'getProject'>>> {
    return this.client.request({ method: 'GET', path: '/project' }, options)
  }

  /** Update the project. */
  update(
    body: Body<'updateProject'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'updateProject'>>> {
    return this.client.request({ method: 'PATCH', path: '/project', body }, options)
  }

  /** Get the sending health of the project. */
  health(options: RequestOptions = {}): Promise<Result<Data<'getProjectHealth'>>> {
    return this.client.request({ method: 'GET', path: '/project/health' }, options)
  }

  /** Resume paused marketing email. */
  resumeMarketing(options: RequestOptions = {}): Promise<Result<Data<'resumeMarketing'>>> {
    return this.client.request({ method: 'POST', path: '/project/health/resume' }, options)
  }

  /** Preview a frequency cap and quiet hours. */
  previewCaps(
    body: Body<'previewCaps'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'previewCaps'>>> {
    return this.client.request({ method: 'POST', path: '/project/caps/preview', body }, options)
  }

  /** Get the brand kit. */
  getBrand(options: RequestOptions = {}): Promise<Result<Data<'getBrandKit'>>> {
    return this.client.request({ method: 'GET', path: '/project/brand' }, options)
  }

  /** Update the brand kit. */
  updateBrand(
    body: Body<'updateBrandKit'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'updateBrandKit'>>> {
    return this.client.request({ method: 'PATCH', path: '/project/brand', body }, options)
  }

  /** Get the project as files. */
  files(
    query: Query<'listProjectFiles'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'listProjectFiles'>>> {
    return this.client.request({ method: 'GET', path: '/project/files', query }, options)
  }

  /** Apply files to the project. */
  apply(
    body: Body<'applyProjectFiles'>,
    options: RequestOptions = {},
  ): Promise<Result<Data<'applyProjectFiles'>>> {
    return this.client.request({ method: 'POST', path: '/project/apply', body }, options)
  }

  /** Get a comparison of the control group with the others. */
  controlGroupReport(
    query: Query<'getControlGroupReport'>,
    options: RequestOptions = {},
  ): Promise<Result<Data<'getControlGroupReport'>>> {
    return this.client.request({ method: 'GET', path: '/control-group/report', query }, options)
  }

  /** Export the comparison of the control group as CSV. */
  exportControlGroupReport(
    query: Query<'exportControlGroupReport'>,
    options: RequestOptions = {},
  ): Promise<Result<ReadableStream<Uint8Array>>> {
    return this.client.request(
      { method: 'GET', path: '/control-group/report/export', query, answer: 'stream' },
      options,
    )
  }

  /** Check whether a contact is in the control group. */
  controlGroupMembership(
    id: string,
    options: RequestOptions = {},
  ): Promise<Result<Data<'getControlGroupMembership'>>> {
    return this.client.request({ method: 'GET', path: path`/control-group/contacts/${id}` }, options)
  }
}
