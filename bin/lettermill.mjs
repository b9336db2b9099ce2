#!/usr/bin/env node
// The command `lettermill` of a checkout: runs on whatever Node the machine has, installs the packages if they are missing, and hands
// over to the program on Node 24.
//
// Commands that call a server over HTTP use none of the packages. They run here, at once, if this Node can read TypeScript.
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { install } from '../scripts/install.mjs'
import { runProgram } from '../scripts/run-program.mjs'
import { isOfOperator } from './operator-words.mjs'

const root = path.dirname(path.dirname(fs.realpathSync(fileURLToPath(import.meta.url))))

/** Since Node 22.18 without a flag. */
const readsTypeScript = () => Boolean(process.features && process.features.typescript)

function runHere() {
  const emitWarning = process.emitWarning.bind(process)
  // Node 22 and 23 say at every start that reading TypeScript is experimental.
  process.emitWarning = (/** @type {string | Error} */ warning, /** @type {any} */ type) => {
    if (type !== 'ExperimentalWarning') emitWarning(warning, type)
  }
  return import('../src/main.ts')
}

async function runInstalled() {
  const isReady = await install(root, 'program')
  if (!isReady) return
  runProgram({
    node: path.join(root, 'node_modules', '.bin', 'node'),
    main: path.join(root, 'src', 'main.ts'),
    compiled: path.join(root, 'node_modules', '.cache', 'compiled'),
  })
}

void (!isOfOperator(process.argv.slice(2)) && readsTypeScript() ? runHere() : runInstalled())
