// A copy of the program without a protection, for a proof to notice. The product has no switch for it.
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../../test/harness/node-process.ts'

export type SourceChange = {
  file: string
  /** Occurs in the file exactly once. */
  from: string
  to: string
}

/** @returns the folder of the copy, to run nodes from */
export function makeChangedSource(folder: string, ...changes: readonly SourceChange[]): string {
  const source = path.join(folder, 'source')
  mkdirSync(source)
  for (const part of ['src', 'sdk', 'web', 'guide', 'docs', 'migrations', 'package.json']) {
    cpSync(path.join(ROOT, part), path.join(source, part), { recursive: true })
  }
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(source, 'node_modules'))
  for (const change of changes) applyChange(source, change)
  return source
}

function applyChange(source: string, { file, from, to }: SourceChange): void {
  const text = readFileSync(path.join(source, file), 'utf8')
  if (text.split(from).length !== 2) throw new Error(`${file} has changed: say anew what to take away`)
  // As a function: in a text, $1 and the like would have a meaning.
  writeFileSync(
    path.join(source, file),
    text.replace(from, () => to),
  )
}
