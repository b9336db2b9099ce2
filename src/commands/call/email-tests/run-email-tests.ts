// `lettermill test`: reads the files, runs their tests on the simulator of the server, and reports.
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Call } from '../../command.ts'
import { CommandFailure, EXIT } from '../../failure.ts'
import { createProgressBar } from '../../terminal/progress-bar.ts'
import { plainText } from '../../terminal/text-table.ts'
import { unreadable } from '../resources/input.ts'
import type { EmailTest, TestFile } from './email-test.ts'
import { readTestFile, TestFileError } from './read/read-test-file.ts'
import type { Mistake } from './read/read-test-file.ts'
import { junitOf } from './report/junit.ts'
import { failuresText, listText, warningLines } from './report/report-text.ts'
import { createEmailChecks } from './run/check-emails.ts'
import { createRecords } from './run/records.ts'
import { runTest } from './run/run-test.ts'
import type { TestResult } from './run/run-test.ts'
import { createSnapshots, SNAPSHOT_FOLDER } from './run/snapshots.ts'
import type { Snapshots } from './run/snapshots.ts'

const ENDING = '.emailtest'
const HERE = '.'

// Far more than anybody writes: a larger file is another kind of file.
const MOST_FILE_BYTES = 1_048_576

// The server simulates in a few threads.
const TESTS_AT_ONCE = 4

export async function runEmailTests(call: Call): Promise<void> {
  const { files, chosen } = await readTests(call)
  const snapshots = createSnapshots({ isUpdating: call.isOn('update'), url: call.api.url })
  const results = await runAll(call, { chosen, snapshots })
  for (const { file, name, failures } of results) {
    if (failures.length > 0) snapshots.keep({ file, test: name })
  }
  // With --filter, the snapshots of the other tests are not looked at.
  const obsolete = call.text('filter') === undefined ? await snapshots.findObsolete(files) : []
  const junit = call.text('junit')
  if (junit !== undefined) await writeReport(junit, junitOf(results))
  report(call, { results, snapshots, obsolete })
}

type ChosenTest = { file: string; test: EmailTest }

async function readTests(call: Call): Promise<{ files: string[]; chosen: ChosenTest[] }> {
  const given = call.texts('path')
  const places = given.length === 0 ? [HERE] : given
  const paths = [...new Set((await Promise.all(places.map(findFiles))).flat())].toSorted()
  if (paths.length === 0) {
    throw new CommandFailure(
      `There is no file of tests (*${ENDING}) in ${places.join(', ')}. docs/testing-emails.md shows one.`,
      { exitStatus: EXIT.failure },
    )
  }
  const files = await readFiles(paths)
  const filter = call.text('filter')?.toLowerCase() ?? ''
  const chosen = files
    .flatMap(({ path: file, tests }) => tests.map((test) => ({ file, test })))
    .filter(({ test }) => test.name.toLowerCase().includes(filter))
  if (chosen.length === 0) {
    throw new CommandFailure(`No test has "${plainText(call.text('filter') ?? '')}" in its name.`, {
      exitStatus: EXIT.failure,
    })
  }
  return { files: files.map((file) => file.path), chosen }
}

/** A file is taken with any name; in folders, those with the ending. */
async function findFiles(place: string): Promise<string[]> {
  const found = await stat(place).catch((error: Error) => {
    throw unreadable(place, error)
  })
  return found.isDirectory() ? findInFolder(place) : [place]
}

async function findInFolder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const found: string[] = []
  for (const entry of entries) {
    const name = path.join(folder, entry.name)
    const isSearched =
      !entry.name.startsWith('.') && entry.name !== 'node_modules' && entry.name !== SNAPSHOT_FOLDER
    if (entry.isDirectory() && isSearched) found.push(...(await findInFolder(name)))
    else if (entry.isFile() && entry.name.endsWith(ENDING)) found.push(name)
  }
  return found
}

/** Nothing is run if a file has a mistake: all mistakes are listed. */
async function readFiles(paths: readonly string[]): Promise<TestFile[]> {
  const files: TestFile[] = []
  const mistakes: Mistake[] = []
  for (const name of paths) {
    const text = await readFile(name, 'utf8').catch((error: Error) => {
      throw unreadable(name, error)
    })
    if (text.length > MOST_FILE_BYTES) {
      mistakes.push({ path: name, line: 1, message: 'is larger than 1 MB. Divide it into several files.' })
      continue
    }
    try {
      files.push(readTestFile(name, text))
    } catch (error) {
      if (!(error instanceof TestFileError)) throw error
      mistakes.push(...error.mistakes)
    }
  }
  if (mistakes.length === 0) return files
  const { message } = new TestFileError(mistakes)
  throw new CommandFailure(`${message.split('\n').map(plainText).join('\n')}\nNothing was run.`, {
    exitStatus: EXIT.usage,
  })
}

type RunInput = { chosen: readonly ChosenTest[]; snapshots: Snapshots }

async function runAll(call: Call, { chosen, snapshots }: RunInput): Promise<TestResult[]> {
  const { api, signal } = call
  const tools = {
    api,
    records: createRecords(api),
    snapshots,
    checkEmail: createEmailChecks(api),
    isStrict: call.isOn('strict'),
  }
  const results: TestResult[] = []
  const waiting = chosen.entries()
  const bar = createProgressBar('Tests')
  const work = async () => {
    for (const [index, one] of waiting) {
      signal.throwIfAborted()
      results[index] = await runTest(tools, one)
      bar.update({ done: Object.keys(results).length, total: chosen.length })
    }
  }
  try {
    await Promise.all(Array.from({ length: TESTS_AT_ONCE }, work))
  } finally {
    bar.end()
  }
  return results
}

async function writeReport(file: string, text: string): Promise<void> {
  try {
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, text)
  } catch (error) {
    throw new CommandFailure(`${file} cannot be written: ${(error as Error).message}`, {
      exitStatus: EXIT.failure,
    })
  }
}

type Report = { results: TestResult[]; snapshots: Snapshots; obsolete: string[] }

function report({ output, isOn }: Call, { results, snapshots, obsolete }: Report): void {
  const failed = results.filter(({ failures }) => failures.length > 0)
  const passed = results.length - failed.length
  const { written } = snapshots
  const isUpdating = isOn('update')
  const warnings = warningLines(results)
  for (const line of warnings) output.note(line)
  if (obsolete.length > 0 && !isUpdating) {
    output.note(
      [
        'These snapshots belong to no test any more; --update removes them:',
        ...obsolete.map((name) => `  ${plainText(name)}`),
      ].join('\n'),
    )
  }
  const removed = isUpdating ? obsolete : []
  output.record({ passed, failed: failed.length, written, removed, tests: results }, () =>
    [
      listText(results),
      '',
      ...(isUpdating ? [`${written.length} snapshot files written, ${removed.length} removed.`] : []),
      `${passed} passed, ${failed.length} failed.`,
    ].join('\n'),
  )
  if (failed.length > 0) throw new CommandFailure(failuresText(results), { exitStatus: EXIT.failure })
}
