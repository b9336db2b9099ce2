// Commands inside the test's own process: the same words, settings, exit status and output, without the second that loading the
// program takes. Tests that need a process (signals, pipes, a full disk) use useNodes.
import { vi } from 'vitest'
import { runCommand } from '../../src/commands/commands.ts'
import { statusOf } from '../../src/exit-status.ts'
import { terminal } from '../../src/platform/terminal.ts'
import type { Exit, Settings } from './node-process.ts'

export type CommandExit = Pick<Exit, 'code' | 'stdout' | 'stderr'>

/** One after the other, because the settings are those of this process meanwhile. */
export async function runHere(words: readonly string[], settings: Settings): Promise<CommandExit> {
  const written = { stdout: '', stderr: '' }
  const spies = [
    vi.spyOn(terminal, 'print').mockImplementation((text) => void (written.stdout += `${text}\n`)),
    vi.spyOn(terminal, 'complain').mockImplementation((text) => void (written.stderr += `${text}\n`)),
  ]
  // A copy, because the program adds the settings of a settings file.
  const environment = process.env
  process.env = { ...environment, ...settings }
  const [command = '', ...args] = words
  try {
    return { code: await statusOf(() => runCommand(command, args)), ...written }
  } finally {
    process.env = environment
    for (const spy of spies) spy.mockRestore()
  }
}
