import type { SerializedError, TestModule, Reporter } from 'vitest/node'

/**
 * Ends the output of `npm test` with the line `N passed, N failed`, alone and last, for those that read it by program.
 * A failure outside of a test counts as one: a file that cannot be loaded, an error outside of any test, a setup that
 * breaks off. So the line never says "0 failed" when the run has failed.
 */
export class ClosingLine implements Reporter {
  #passed = 0
  #failed = 0

  onInit() {
    // At the exit and not at the end of the run: other reporters and the teardown still write after that.
    process.once('exit', (code) => {
      if (code !== 0 && this.#failed === 0) this.#failed = 1
      process.stdout.write(`\n${this.#passed} passed, ${this.#failed} failed\n`)
    })
  }

  onTestRunEnd(modules: ReadonlyArray<TestModule>, errors: ReadonlyArray<SerializedError>) {
    this.#passed = 0
    this.#failed = errors.length
    for (const module of modules) {
      const passed = [...module.children.allTests('passed')].length
      const failed = [...module.children.allTests('failed')].length
      this.#passed += passed
      this.#failed += failed === 0 && !module.ok() ? 1 : failed
    }
  }
}
