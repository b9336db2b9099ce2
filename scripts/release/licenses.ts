// The licenses of the packages whose code a release contains, bundled into the program or into the pages.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { PROGRAM_ROOT } from '../../src/platform/program.ts'

type LockedPackage = { version?: string; dev?: boolean; license?: string }

const RULE = '-'.repeat(80)

export function listLicenses(): string {
  const { packages } = JSON.parse(readFileSync(path.join(PROGRAM_ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  const namesByText = new Map<string, string[]>()
  for (const [folder, { version, dev, license = 'see the package' }] of Object.entries(packages)) {
    if (folder === '' || dev === true) continue
    const text = readLicense(path.join(PROGRAM_ROOT, folder)) ?? `License: ${license}`
    const names = namesByText.get(text) ?? []
    names.push(`${folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)} ${version}`)
    namesByText.set(text, names)
  }
  return [...namesByText].map(([text, names]) => `${names.join('\n')}\n\n${text}\n\n${RULE}\n`).join('\n')
}

function readLicense(folder: string): string | undefined {
  const [file] = globSync('{LICENSE,LICENCE,License,license}{,.md,.txt}', { cwd: folder })
  return file === undefined ? undefined : readFileSync(path.join(folder, file), 'utf8').trim()
}
