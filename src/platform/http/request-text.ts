import { AppError } from '../errors.ts'
import type { FieldProblem } from '../errors.ts'
import type { App } from './app-types.ts'
import { checkText } from '../json/parse-json.ts'

/** Query parameters can contain text that PostgreSQL cannot store (`%00`); path parameters that do are simply not found. */
export function installQueryCheck(app: App): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const problems: FieldProblem[] = []
    for (const [name, value] of Object.entries(request.query as Record<string, unknown>)) {
      for (const text of [name, value].flat()) checkText(String(text), [name], problems)
    }
    done(problems.length > 0 ? new AppError('VALIDATION_ERROR', { fields: problems }) : undefined)
  })
}
