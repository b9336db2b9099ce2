// The shell samples of README.md and docs/, as a reader would paste them.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../harness/node-process.ts'

export type Sample = { file: string; line: number; text: string }

/** Every block of shell, without the indentation of a surrounding list. */
export function readSamples(): Sample[] {
  return ['README.md', ...globSync('docs/{*,guides/*}.md', { cwd: ROOT }).toSorted()].flatMap((file) => {
    const page = readFileSync(path.join(ROOT, file), 'utf8')
    return [...page.matchAll(/^( *)```sh\n([\s\S]*?)^ *```$/gm)].map((block) => ({
      file,
      line: page.slice(0, block.index).split('\n').length,
      text: (block[2] ?? '').replaceAll(new RegExp(`^${block[1]}`, 'gm'), ''),
    }))
  })
}

/** A sample that calls the API with standard shell commands. The others start, install and back up servers. */
export const asksTheApi = ({ text }: Sample): boolean =>
  /\bcurl\b[^|]*(localhost:3000|https:\/\/mail\.example\.com)/.test(text) && !/\bjq\b/.test(text)

/** `export EMAIL=…  # data.emails[0].email of the response`: the value is taken out of the last response, as it says. */
export const withValues = (text: string): string =>
  text
    .replaceAll(/^export KEY=sk_….*$/gm, '')
    .replaceAll(/^export (\w+)=… +# (\S+) of the response$/gm, 'export $1="$(curl --take $2)"')
