import { AppError } from '../errors.ts'

/** For a link of a project that lives on another installation now, whose base URL may be known. */
export class DepartedProjectError extends AppError {
  readonly url: string | null
  readonly projectId: string

  constructor(url: string | null, projectId: string) {
    super('PROJECT_MOVED', {
      message:
        url === null
          ? 'This project has moved to another installation.'
          : `This project has moved to ${url.replace(/\/$/, '')}.`,
    })
    this.url = url
    this.projectId = projectId
  }
}
