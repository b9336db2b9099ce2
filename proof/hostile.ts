// `npm run proof:hostile`: how long others wait while one project keeps a node busy. First one caller attacks it with requests, while
// another project lists its contacts and a load balancer asks for /health; then one project leaves work waiting, while another one
// also waits for its webhooks and segments. Prints a table and ends with 1 when one of them had to wait too long.
//
//   npm run proof:hostile -- [--seconds 15] [--announcements 100000] [--contacts 20000] [--only attacks] [--smallest]
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { readProofOptions, runProof } from './harness/command.ts'
import type { Row } from './harness/promise-table.ts'
import { makeOtherSender, makeSender } from './harness/sender.ts'
import type { Sender } from './harness/sender.ts'
import { withStage } from './harness/stage.ts'
import type { Stage } from './harness/stage.ts'
import { ATTACKS } from './hostile/attacks.ts'
import { makeBystander, toRow, watch } from './hostile/bystander.ts'
import type { Bystander, Limits } from './hostile/bystander.ts'
import { LOADS, discardBacklog } from './hostile/loads.ts'
import type { Load, Sizes } from './hostile/loads.ts'
import { startReceiver } from './hostile/receiver.ts'
import type { Receiver } from './hostile/receiver.ts'

// The longest waits allowed for the other projects, in milliseconds.
const ANSWERS = { p99: 100, worst: 500 }
// Three loops that look every 250 ms stand between a change and its webhook, and a batch of another project before each.
const ARRIVALS = { p99: 2_000, worst: 5_000 }

const ATTACKER = fileURLToPath(new URL('hostile/attacker.ts', import.meta.url))

type Proof = Sizes & {
  base: string
  seconds: number
  isSmallest: boolean
  other: Sender
  receiver: Receiver
}

/** A run this small says nothing about waiting times, but every call must be answered. */
const limitsOf = ({ isSmallest }: Proof, limits: Limits): Limits =>
  isSmallest ? { p99: Infinity, worst: Infinity } : limits

async function proveAttack(index: number, proof: Proof): Promise<Row[]> {
  const { base, other, seconds } = proof
  const attacker = fork(ATTACKER, [String(index), base, String(seconds)])
  const ended = once(attacker, 'exit')
  await Promise.race([
    once(attacker, 'message'),
    ended.then(() => Promise.reject(new Error(`the attacker number ${index} ended before it began`))),
  ])
  const until = performance.now() + seconds * 1000
  const [health, contacts] = await Promise.all([
    watch(`${base}/health`, undefined, until),
    watch(`${base}/contacts`, other.key, until),
  ])
  // An attack may wait long for its last answer.
  attacker.kill('SIGKILL')
  await ended
  const what = ATTACKS[index]?.what ?? ''
  return [
    toRow(`${what}: /health`, health, limitsOf(proof, ANSWERS)),
    toRow(`${what}: GET /contacts of another project`, contacts, limitsOf(proof, ANSWERS)),
  ]
}

type LoadProof = Proof & { stage: Stage; load: Load; bystander: Bystander; place: number }

async function proveLoad({ load, bystander, place, ...proof }: LoadProof): Promise<Row[]> {
  const { stage, base, other, seconds } = proof
  const world = { ...proof, large: await makeOtherSender(stage, `large-${place}.com`) }
  await load.begin(world)
  const until = performance.now() + seconds * 1000
  const [contacts, events, segments] = await Promise.all([
    watch(`${base}/contacts`, other.key, until),
    bystander.watchEvents(until),
    bystander.watchSegments(until),
  ])
  const left = await load.left(world)
  await discardBacklog(world)
  const what = load.what(proof)
  return [
    toRow(`${what}: GET /contacts of another project`, contacts, limitsOf(proof, ANSWERS)),
    toRow(`${what}: another project's event to its webhook`, events, limitsOf(proof, ARRIVALS)),
    toRow(`${what}: another project's contact to its segment.entered`, segments, limitsOf(proof, ARRIVALS)),
    { what: `${what}: still waiting at the end`, measured: left },
  ]
}

const PARTS = ['attacks', 'loads']

async function proveAll(stage: Stage, proof: Omit<Proof, 'base' | 'other'> & { only: string | undefined }) {
  const { only, receiver } = proof
  await stage.fleet.add('node', 'all')
  await makeSender(stage, 'proof.com')
  const other = await makeOtherSender(stage, 'other-proof.com')
  const base = `http://127.0.0.1:${stage.settings['PORT'] ?? ''}`
  const rows: Row[] = []
  for (const [index, attack] of (only === 'loads' ? [] : ATTACKS).entries()) {
    stage.say(attack.what)
    rows.push(...(await proveAttack(index, { ...proof, base, other })))
  }
  const bystander = await makeBystander(stage, { sender: other, receiver })
  for (const [place, load] of (only === 'attacks' ? [] : LOADS).entries()) {
    stage.say(load.what(proof))
    rows.push(...(await proveLoad({ ...proof, base, other, stage, load, bystander, place })))
  }
  return rows
}

await runProof(async (say) => {
  const options = readProofOptions({
    numbers: { seconds: 15, announcements: 100_000, contacts: 20_000 },
    smallest: { seconds: 1, announcements: 500, contacts: 100 },
    parts: PARTS,
  })
  const receiver = await startReceiver()
  const settings = { ALLOW_PRIVATE_HOSTS: '127.0.0.1' }
  return withStage({ say, settings }, (stage) => proveAll(stage, { ...options, receiver })).finally(() =>
    receiver.close(),
  )
})
