import { parseArgs } from 'node:util'
import { createProject, listProjects, setProjectDisabled, toProject } from '../../features/projects/index.ts'
import { ProjectCreate } from '../../features/projects/projects.schema.ts'
import { readId } from '../../platform/ids.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { terminal } from '../../platform/terminal.ts'
import { show, table } from '../output.ts'
import { checkInput, checkWords } from './input.ts'
import { UsageError } from '../usage-error.ts'
import { moveProjectCommand } from './move/move-command.ts'
import { withDatabase } from './with-database.ts'

export async function projectsCommand(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      quiet: { type: 'boolean', default: false },
      to: { type: 'string' },
      pause: { type: 'string' },
    },
  })
  const [action, subject] = positionals
  switch (action) {
    case 'create':
      checkWords(positionals, 'projects create <name>')
      return create(subject, values.json)
    case 'list':
      checkWords(positionals, 'projects list')
      return list(values.json)
    case 'disable':
    case 'enable':
      checkWords(positionals, `projects ${action} <id>`)
      return switchProject(subject, { isDisabled: action === 'disable', json: values.json })
    case 'move':
      checkWords(positionals, 'projects move <id>')
      return moveProjectCommand(subject, values)
    case undefined:
    default:
      throw new UsageError(
        'Usage: lettermill projects create <name> | list | disable <id> | enable <id> | move <id> --to <file>  [--json]',
      )
  }
}

async function create(input: string | undefined, json: boolean): Promise<void> {
  const { name } = checkInput(ProjectCreate, { name: input }, { name: '<name>' })
  const created = await withDatabase(({ db, now }) => createProject(db, { name, now }))
  const answer = { ...toProject(created.row), secretKey: created.secretKey, publicKey: created.publicKey }
  show(answer, json, () =>
    [
      `Project     ${answer.name}`,
      `Id          ${answer.id}`,
      `Secret key  ${answer.secretKey}`,
      `Public key  ${answer.publicKey}`,
      '',
      'The keys are shown only once.',
    ].join('\n'),
  )
}

async function list(json: boolean): Promise<void> {
  const projects = (await withDatabase(({ db }) => listProjects(db))).map(toProject)
  show({ projects }, json, () =>
    table(
      ['ID', 'NAME', 'STATE', 'CREATED'],
      projects.map((one) => [one.id, one.name, one.disabled ? 'disabled' : 'enabled', one.createdAt]),
    ),
  )
}

async function switchProject(
  id = '',
  { isDisabled, json }: { isDisabled: boolean; json: boolean },
): Promise<void> {
  const projectId = readId<ProjectId>(id)
  const row =
    projectId && (await withDatabase(({ db, now }) => setProjectDisabled(db, { projectId, isDisabled, now })))
  if (!row) throw new Error(`There is no project ${id}. List them with: npx lettermill projects list`)
  if (json) terminal.print(JSON.stringify(toProject(row)))
  else {
    terminal.print(
      `Project ${row.name} is ${isDisabled ? 'disabled: its requests are answered with 403' : 'enabled'}.`,
    )
  }
}
