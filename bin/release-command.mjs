#!/usr/bin/env node
// The command of a release, where it is bin/lettermill.mjs: runs the program on the Node that the release brings along (--with-node), or else on that of
// the machine. Its syntax is old, so that an old Node gets as far as the sentence that says what to install.
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { runProgram } from '../scripts/run-program.mjs'

const root = path.dirname(path.dirname(fs.realpathSync(fileURLToPath(import.meta.url))))

function findBundledNode() {
  try {
    const name = `node-${process.platform}-${process.arch}/package.json`
    const folder = path.dirname(createRequire(import.meta.url).resolve(name))
    return path.join(folder, 'bin', 'node')
  } catch {
    // A release without Node, or for another system.
    return undefined
  }
}

const bundled = findBundledNode()
// Node 22.19 and 24.6 were the first to have it; 23 never did.
if (bundled === undefined && !('cpuUsage' in Worker.prototype)) {
  process.stderr.write(
    `Lettermill needs Node 22.19 or newer, or 24.6 or newer, and this is Node ${process.versions.node}: install a current one from https://nodejs.org/en/download.\n`,
  )
  process.exitCode = 1
} else {
  runProgram({
    node: bundled || process.execPath,
    main: path.join(root, 'lib', 'main.js'),
    compiled: path.join(root, '.cache', 'compiled'),
  })
}
