import type { Call, CallCommand, CommandOption } from '../../command.ts'

const folder = { name: 'folder', summary: 'Folder of the project' }

const PRUNE: Record<string, CommandOption> = {
  prune: { type: 'flag', summary: 'Delete records whose files are missing, unless they are in use' },
}

const FORCE = (summary: string): Record<string, CommandOption> => ({ force: { type: 'flag', summary } })

/** Loaded on demand, because most commands do not need it. */
const load = () => import('./synchronise.ts')

const pull: CallCommand = {
  family: 'call',
  effect: 'read',
  name: 'pull',
  summary: 'Write the project into a folder, as files',
  arguments: [folder],
  options: FORCE('Overwrite files that were edited since the last pull'),
  run: async (call: Call) => (await load()).pullProject(call),
}

const diff: CallCommand = {
  family: 'call',
  effect: 'read',
  name: 'diff',
  summary: 'Show what a push would change, in words and as text',
  arguments: [folder],
  options: PRUNE,
  run: async (call: Call) => (await load()).diffProject(call),
}

const push: CallCommand = {
  family: 'call',
  effect: 'change',
  name: 'push',
  summary: 'Make the project like a folder, all of it or nothing',
  arguments: [folder],
  options: {
    ...PRUNE,
    ...FORCE('Overwrite records that were changed in the project since the last pull'),
    'dry-run': { type: 'flag', summary: 'Do everything, undo it in the end, and print the changes' },
  },
  run: async (call: Call) => (await load()).pushProject(call),
}

export const AS_CODE_COMMANDS: readonly CallCommand[] = [pull, diff, push]
