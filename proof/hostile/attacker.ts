// The attacking side of `npm run proof:hostile`, a process of its own: the victims must not wait for the writing of its
// bodies. Takes the number of the attack, the address of the node and how many seconds to go on.
import { ATTACKS } from './attacks.ts'

const [index, base = '', seconds] = process.argv.slice(2)
const attack = ATTACKS[Number(index)]
if (!attack) throw new Error(`there is no attack number ${index}`)
await attack.prepare?.(base)
process.send?.('ready')
const until = performance.now() + Number(seconds) * 1000
await Promise.all(
  Array.from({ length: attack.callers }, async () => {
    while (performance.now() < until) await attack.run(base)
  }),
)
// Connections that an attack left half open do not keep it running.
process.exit(0)
