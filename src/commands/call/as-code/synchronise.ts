// `lettermill pull`, `diff` and `push`: a folder and a project. The server reads and compares the files; here are the folder, and
// the decision which of two texts is newer.
import type { Call } from '../../command.ts'
import { NOT_SENT } from '../../command.ts'
import { CommandFailure, EXIT } from '../../failure.ts'
import { plainText } from '../../terminal/text-table.ts'
import { deleteProjectFile, digest, readBase, readFolder, writeBase, writeProjectFile } from './folder.ts'
import type { Base, LocalFiles } from './folder.ts'
import { readVariable } from '../environment.ts'
import { lineDiff } from './line-diff.ts'
import { isMadeHere, withReactEmails, writeReactEmails } from './react-emails.ts'
import { withComments } from './with-comments.ts'

const APPLY = '/project/apply'

// The server prepares every changed template, some hundred per minute.
const APPLY_TIMEOUT_MS = 10 * 60_000

type ProjectFile = { path: string; text: string; hash: string }
type SkippedRecord = { kind: string; name: string; reason: string }
type Page = { files: ProjectFile[]; skipped: SkippedRecord[]; cursor: string | null }
type Change = { path: string; action: string; words: string; effects: string[] }
type ApplyAnswer = { dryRun: boolean; changes: Change[]; unchanged: number; base: Record<string, string> }

async function readProject({
  api,
}: Call): Promise<{ projectId: string; files: Map<string, ProjectFile>; skipped: SkippedRecord[] }> {
  const { id } = await api.get<{ id: string }>('/project')
  const files = new Map<string, ProjectFile>()
  let cursor: string | null | undefined
  let skipped: SkippedRecord[] = []
  do {
    const page: Page = await api.get<Page>('/project/files', { cursor: cursor ?? undefined })
    for (const file of page.files) files.set(file.path, file)
    ;({ cursor, skipped } = page)
  } while (cursor !== null)
  return { projectId: id, files, skipped }
}

type Outcome = { written: string[]; deleted: string[]; kept: string[]; conflicts: string[] }

type PullInput = {
  folder: string
  files: ReadonlyMap<string, ProjectFile>
  local: LocalFiles
  base: Base
  isForced: boolean
}

/** Writes what has changed in the project, keeps what has changed in the folder, and touches nothing that has changed in both. */
async function pullFiles({
  folder,
  files,
  local,
  base,
  isForced,
}: PullInput): Promise<{ outcome: Outcome; base: Base }> {
  const outcome: Outcome = { written: [], deleted: [], kept: [], conflicts: [] }
  const next: Base = {}
  for (const { path, text, hash } of files.values()) {
    const own = local.get(path)
    const known = base[path]
    const wanted = withComments({ name: path, theirs: text, own })
    const isMade = isMadeHere(path, local) && own !== wanted && known?.project !== hash
    const isEdited = isMade || (own !== undefined && own !== wanted && digest(own) !== known?.file)
    if (isEdited && !isForced) {
      const isOnlyOurs = known?.project === hash
      outcome[isOnlyOurs ? 'kept' : 'conflicts'].push(path)
      if (known) next[path] = known
      continue
    }
    const isSame = own !== undefined && (own === wanted || (known?.project === hash && !isForced))
    if (!isSame) {
      await writeProjectFile(folder, { name: path, text: wanted })
      outcome.written.push(path)
    }
    next[path] = { project: hash, file: digest(isSame ? own : wanted) }
  }
  for (const [path, known] of Object.entries(base)) {
    if (files.has(path)) continue
    const own = local.get(path)
    if (own === undefined) continue
    if ((isMadeHere(path, local) || digest(own) !== known.file) && !isForced) {
      outcome.conflicts.push(path)
      next[path] = known
      continue
    }
    await deleteProjectFile(folder, path)
    outcome.deleted.push(path)
  }
  return { outcome, base: next }
}

export async function pullProject(call: Call): Promise<void> {
  const folder = call.word('folder')
  const { projectId, files, skipped } = await readProject(call)
  const [local, before] = [await readFolder(folder), await readBase(folder, projectId)]
  const { outcome, base } = await pullFiles({
    folder,
    files,
    local,
    base: before,
    isForced: call.isOn('force'),
  })
  await writeBase(folder, { projectId, base })
  for (const { kind, name, reason } of skipped) {
    call.output.note(plainText(`Left out: the ${kind} "${name}". ${reason}`))
  }
  call.output.record({ ...outcome, skipped }, () =>
    [
      ...outcome.written.map((path) => `written  ${plainText(path)}`),
      ...outcome.deleted.map((path) => `deleted  ${plainText(path)}`),
      ...outcome.kept.map((path) => `kept     ${plainText(path)} (edited here)`),
      `${files.size} files in the project, ${outcome.written.length} written, ${outcome.deleted.length} deleted.`,
    ].join('\n'),
  )
  if (outcome.conflicts.length === 0) return
  throw new CommandFailure(
    [
      'These files were edited here, and their records were changed in the project since the last pull:',
      ...outcome.conflicts.map((path) => `  ${plainText(path)}`),
      'They were not touched. See both sides with lettermill diff. To take over the project, repeat the pull with --force; with git, commit first and put both together afterwards. To keep the folder, use lettermill push --force.',
    ].join('\n'),
    { exitStatus: EXIT.failure },
  )
}

const requestFiles = (local: LocalFiles) => [...local].map(([path, text]) => ({ path, text }))

const PLACEHOLDER = /\$\{secret\.([A-Z0-9_]{1,300})\}/g

/** The values of placeholders that the environment has. The prefix keeps files from asking for any other variable. */
function readSecrets(local: LocalFiles): Record<string, string> {
  const texts = [...local].filter(([path]) => path.startsWith('workflows/')).map(([, text]) => text)
  const names = new Set(texts.flatMap((text) => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)))
  const values = [...names].map((name) => [name, readVariable(`LETTERMILL_SECRET_${name}`)] as const)
  return Object.fromEntries(values.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** A change with its effects below it. */
const changeLines = ({ words, effects }: Change): string[] => [
  plainText(words),
  ...effects.map((effect) => `  ${plainText(effect)}`),
]

const hashesOf = (base: Base): Record<string, string> =>
  Object.fromEntries(Object.entries(base).map(([path, { project }]) => [path, project]))

/** `templates/welcome` for `templates/welcome.de.html`. */
const stemOf = (path: string): string => path.replace(/\.[^/]*$/, '')

export async function diffProject(call: Call): Promise<void> {
  const folder = call.word('folder')
  const local = await requireFiles(folder)
  const { projectId, files } = await readProject(call)
  const base = await readBase(folder, projectId)
  const body = {
    files: requestFiles(local),
    base: null,
    dryRun: true,
    prune: call.isOn('prune'),
    secrets: readSecrets(local),
  }
  const { changes } = await call.api.compute<ApplyAnswer>(APPLY, body, APPLY_TIMEOUT_MS)
  const changed = new Set(
    changes.filter(({ action }) => action !== 'deleted' && action !== 'kept').map(({ path }) => stemOf(path)),
  )
  const paths = [...new Set([...files.keys(), ...local.keys()])]
    .filter((path) => changed.has(stemOf(path)))
    .toSorted()
  const texts = paths.map((path) => {
    const [own, theirs] = [local.get(path), files.get(path)?.text]
    const before = theirs === undefined ? '' : withComments({ name: path, theirs, own })
    return { path, lines: lineDiff(before, own ?? '') }
  })
  const both = paths.filter((path) => {
    const hash = files.get(path)?.hash
    return hash !== undefined && base[path]?.project !== hash
  })
  call.output.record({ changes, texts, changedInProject: both }, () =>
    [
      ...(changes.length === 0 ? ['No differences.'] : changes.flatMap(changeLines)),
      ...texts.flatMap(({ path, lines }) =>
        lines.length === 0 ? [] : ['', `--- ${plainText(path)}`, ...lines.map(plainText)],
      ),
      ...(both.length === 0
        ? []
        : [
            '',
            'Also changed in the project since the last pull:',
            ...both.map((path) => `  ${plainText(path)}`),
          ]),
    ].join('\n'),
  )
}

/** An empty folder is a wrong folder: with --prune, it would empty the project. */
async function requireFiles(folder: string): Promise<LocalFiles> {
  const local = await readFolder(folder)
  if (local.size > 0) return withReactEmails(folder, local)
  throw new CommandFailure(`${folder} has no files of a project. Pull first: npx lettermill pull ${folder}`, {
    exitStatus: EXIT.failure,
  })
}

export async function pushProject(call: Call): Promise<void> {
  const folder = call.word('folder')
  const local = await requireFiles(folder)
  const { id: projectId } = await call.api.get<{ id: string }>('/project')
  const base = await readBase(folder, projectId)
  const isDryRun = call.isOn('dry-run')
  const body = {
    files: requestFiles(local),
    base: call.isOn('force') ? null : hashesOf(base),
    dryRun: isDryRun,
    prune: call.isOn('prune'),
    secrets: readSecrets(local),
  }
  const applied = isDryRun
    ? await call.api.compute<ApplyAnswer>(APPLY, body, APPLY_TIMEOUT_MS)
    : await call.api.change<ApplyAnswer>({ method: 'POST', path: APPLY, body, timeoutMs: APPLY_TIMEOUT_MS })
  if (applied === NOT_SENT) return
  const { changes, unchanged } = applied
  if (!isDryRun) {
    await writeReactEmails(folder, local)
    await settleFolder(call, { folder, projectId, local, base: baseAfter(applied, { local, base }) })
  }
  call.output.record({ dryRun: isDryRun, changes, unchanged }, () =>
    [
      ...changes.flatMap(changeLines),
      `${changes.length} changed, ${unchanged} unchanged.`,
      ...(isDryRun ? ['This was a dry run: everything was undone.'] : []),
    ].join('\n'),
  )
}

/** Records that the folder never had stay unknown, so that a later --prune does not delete them unseen. */
function baseAfter({ base: hashes }: ApplyAnswer, { local, base }: { local: LocalFiles; base: Base }): Base {
  const next: Base = {}
  for (const [path, project] of Object.entries(hashes)) {
    const own = local.get(path)
    const known = base[path]
    if (own !== undefined) next[path] = { project, file: digest(own) }
    else if (known) next[path] = known
  }
  return next
}

type FolderState = { folder: string; projectId: string; local: LocalFiles; base: Base }

/** MJML that the server has made from blocks is written into the folder. */
async function settleFolder(call: Call, { folder, projectId, local, base }: FolderState): Promise<void> {
  await writeBase(folder, { projectId, base })
  const made = [...local.keys()]
    .filter((path) => path.endsWith('.blocks.json'))
    .map((path) => path.replace(/\.blocks\.json$/, '.mjml'))
  if (made.length === 0) return
  const { files } = await readProject(call)
  for (const path of made) {
    const file = files.get(path)
    if (!file) continue
    const text = withComments({ name: path, theirs: file.text, own: local.get(path) })
    if (text !== local.get(path)) await writeProjectFile(folder, { name: path, text })
    base[path] = { project: file.hash, file: digest(text) }
  }
  await writeBase(folder, { projectId, base })
}
