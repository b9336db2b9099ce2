// A thread cannot be killed from outside its process, and the product has no switch for it: the nodes of a proof run from a
// copy of the source in which a signal ends the youngest thread that sends, in the middle of whatever it does.
import type { SourceChange } from './changed-source.ts'

export const THREAD_KILLER = 'SIGUSR2'

export const KILLABLE_THREADS: SourceChange = {
  file: 'src/features/delivery/threads/send-threads.service.ts',
  from: '    this.#first = this.#load(0)\n',
  to: `    process.on('${THREAD_KILLER}', () => void this.sending.at(-1)?.terminate())\n    this.#first = this.#load(0)\n`,
}
