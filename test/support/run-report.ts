import type { Reporter, TestModule } from 'vitest/node'
import type { StartCounts } from './started.ts'

const SHOWN = 20

type FileCost = { file: string; seconds: number; processorSeconds: number; started: StartCounts }

/**
 * Ends a run of several files with the slowest of them and with what the run started, which
 * shows the cost of one more node. On a busy machine the processor time says more than the time that passed.
 */
export class RunReport implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>) {
    if (modules.length > 1) process.stdout.write(`\n${renderReport(modules.map(costOf))}\n`)
  }
}

function costOf(module: TestModule): FileCost {
  const { collectDuration, duration } = module.diagnostic()
  const { started, processorSeconds } = module.meta()
  return {
    file: module.relativeModuleId,
    seconds: (collectDuration + duration) / 1000,
    processorSeconds: processorSeconds ?? 0,
    started: started ?? { nodes: 0, databases: 0, browsers: 0 },
  }
}

export function renderReport(files: FileCost[]): string {
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SHOWN)
  const sum = (kind: keyof StartCounts) => files.reduce((total, { started }) => total + started[kind], 0)
  return [
    'Slowest files:      seconds  processor  nodes  databases  browsers',
    ...slowest.map(({ file, seconds, processorSeconds, started }) =>
      [
        seconds.toFixed(1).padStart(27),
        processorSeconds.toFixed(1).padStart(11),
        String(started.nodes).padStart(7),
        String(started.databases).padStart(11),
        String(started.browsers).padStart(10),
        `  ${file}`,
      ].join(''),
    ),
    `Started in ${files.length} files: ${sum('nodes')} nodes, ${sum('databases')} databases, ${sum('browsers')} browsers`,
  ].join('\n')
}
