import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../../test/harness/node-process.ts'

/** The code of a page in one language, block by block. */
export function codeBlocks(page: string, language: string): string[] {
  const text = readFileSync(path.join(ROOT, page), 'utf8')
  return [...text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)]
    .filter(([, name]) => name === language)
    .map(([, , code = '']) => code)
}
