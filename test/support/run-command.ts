// Commands and nodes inside the test's own process: the same words, settings, exit status and output, without the second that loading the
// program takes. Tests that need a process (signals, pipes, a full disk) use useNodes.
import { inject, onTestFinished, vi } from 'vitest'
import { runCommand } from '../../src/commands/commands.ts'
import { statusOf } from '../../src/exit-status.ts'
import { readConfig } from '../../src/platform/config.ts'
import { terminal } from '../../src/platform/terminal.ts'
import type { Role } from '../../src/roles.ts'
import { startNode, type Node } from '../../src/start.ts'
import { NODE_SETTINGS } from './node-process.ts'
import type { Exit, Settings } from './node-process.ts'

export type CommandExit = Pick<Exit, 'code' | 'stdout' | 'stderr'>

export const runHere = (words: readonly string[], settings: Settings): Promise<CommandExit> => {
  const [command = '', ...args] = words
  return capture(() => runCommand(command, args), settings)
}

/** Starts a node inside the test's own process and stops it again: what it says, and whether it was refused. */
export const startHere = (role: Role, settings: Settings): Promise<CommandExit> =>
  capture(async () => {
    const node = await start(role, settings)
    await node.stop()
  })

export type NodeHere = Node & { url: string }

/** A node inside the test's own process. Stopping it twice does no harm; it is stopped after the test at the latest. */
export async function openNodeHere(role: Role, settings: Settings): Promise<NodeHere> {
  const node = await start(role, settings)
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= node.stop())
  onTestFinished(stop)
  return { ...node, url: node.address ?? '', stop }
}

const start = (role: Role, settings: Settings): Promise<Node> => {
  const environment = { ...process.env, DATA_DIR: inject('scratch'), ...NODE_SETTINGS, ...settings }
  return startNode(readConfig(environment), { role, urgent: new AbortController().signal })
}

/** One after the other, because the settings are those of this process meanwhile. */
async function capture(work: () => Promise<void>, settings: Settings = {}): Promise<CommandExit> {
  const written = { stdout: '', stderr: '' }
  const spies = [
    vi.spyOn(terminal, 'print').mockImplementation((text) => void (written.stdout += `${text}\n`)),
    vi.spyOn(terminal, 'complain').mockImplementation((text) => void (written.stderr += `${text}\n`)),
  ]
  // A copy, because the program adds the settings of a settings file.
  const environment = process.env
  process.env = { ...environment, ...settings }
  try {
    return { code: await statusOf(work), ...written }
  } finally {
    process.env = environment
    for (const spy of spies) spy.mockRestore()
  }
}
