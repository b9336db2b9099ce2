// `npm run proof:hostile`: one caller does everything it can to keep a node busy, while another project lists its contacts
// and a load balancer asks for /health. Prints a table and ends with 1 when one of them had to wait.
//
//   npm run proof:hostile -- [--seconds 15]
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '../bench/harness/timing.ts'
import { readProofOptions, runProof } from './harness/command.ts'
import type { Row } from './harness/promise-table.ts'
import { makeOtherSender, makeSender } from './harness/sender.ts'
import { withStage } from './harness/stage.ts'
import type { Stage } from './harness/stage.ts'
import { ATTACKS } from './hostile/attacks.ts'

// What the victims may have to wait.
const P99_MS = 100
const WORST_MS = 500
const ASK_EVERY_MS = 50

/** How long a victim had to wait, asking again and again while the attack lasts. */
async function watch(
  url: string,
  key: string | undefined,
  until: number,
): Promise<{ ms: number[]; bad: number }> {
  const ms: number[] = []
  let bad = 0
  while (performance.now() < until) {
    const began = performance.now()
    const reply = await fetch(url, key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } })
    await reply.text()
    ms.push(performance.now() - began)
    if (reply.status !== 200) bad += 1
    await sleep(ASK_EVERY_MS)
  }
  return { ms, bad }
}

const ATTACKER = fileURLToPath(new URL('hostile/attacker.ts', import.meta.url))

async function prove(index: number, { base, key, seconds }: Proof): Promise<Row[]> {
  const attacker = fork(ATTACKER, [String(index), base, String(seconds)])
  const ended = once(attacker, 'exit')
  await once(attacker, 'message')
  const until = performance.now() + seconds * 1000
  const [health, contacts] = await Promise.all([
    watch(`${base}/health`, undefined, until),
    watch(`${base}/contacts`, key, until),
  ])
  // An attack may wait longer for its last answer than anybody needs to.
  attacker.kill('SIGKILL')
  await ended
  return [
    ['/health', health],
    ['GET /contacts of another project', contacts],
  ].map(([name, found]) => {
    const { ms, bad } = found as typeof health
    const [p99, worst] = [quantile(ms, 0.99), Math.max(...ms)]
    return {
      what: `${ATTACKS[index]?.what}: ${name as string}`,
      measured: `p99 ${p99.toFixed(0)} ms, worst ${worst.toFixed(0)} ms of ${ms.length}${bad > 0 ? `, ${bad} refused` : ''}`,
      promised: `≤ ${P99_MS}, ≤ ${WORST_MS}`,
      isKept: p99 <= P99_MS && worst <= WORST_MS && bad === 0,
    }
  })
}

type Proof = { base: string; key: string; seconds: number }

async function proveAll(stage: Stage, seconds: number): Promise<Row[]> {
  await stage.fleet.add('node', 'all')
  await makeSender(stage, 'proof.com')
  const other = await makeOtherSender(stage, 'other-proof.com')
  const base = `http://127.0.0.1:${stage.settings['PORT'] ?? ''}`
  const rows: Row[] = []
  for (const [index, attack] of ATTACKS.entries()) {
    stage.say(attack.what)
    rows.push(...(await prove(index, { base, key: other.key, seconds })))
  }
  return rows
}

await runProof((say) => {
  const { seconds } = readProofOptions({ numbers: { seconds: 15 } })
  return withStage({ say }, (stage) => proveAll(stage, seconds))
})
