// Rendering one newsletter for many readers, on one core: the splicer against the library as it is, parsed once. In a
// thread, because every new Buffer makes V8 scan the heap now and then, which would include that of the other
// benchmarks. Time is that of the processor and not of the wall, in short turns, so that other processes matter little.
import { once } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { Liquid } from 'liquidjs'
import { compileTemplate } from '../src/platform/liquid/compile.ts'
import type { Result } from './harness/result.ts'
import type { Stage } from './harness/stage.ts'
import { quantile } from './harness/timing.ts'
import { writeNewsletter, writeReaders } from './render-newsletter.ts'

const ROUNDS = 9
const ROUND_MS = 250

type Reader = Record<string, unknown>
type Rates = Record<'stock' | 'spliced' | 'reusing' | 'unspliced' | 'compile', number>

export async function benchRender({ sized }: Stage, add: (result: Result) => void): Promise<void> {
  const worker = new Worker(new URL(import.meta.url), { workerData: sized(ROUNDS) })
  const [rates] = (await once(worker, 'message')) as [Rates]
  const against = { floor: rates.stock, unit: 'renders/s' } as const
  add({
    what: '32 kB newsletter, spliced (floor: LiquidJS, parsed once)',
    value: rates.spliced,
    target: { ratio: 5 },
    ...against,
  })
  add({ what: 'spliced into Buffers that are used again', value: rates.reusing, ...against })
  add({ what: 'with a tag in it, through our Liquid', value: rates.unspliced, ...against })
  add({ what: 'reading the newsletter', value: 1000 / rates.compile, unit: 'ms' })
}

function measureAll(rounds: number): Rates {
  const source = writeNewsletter()
  const readers = writeReaders(1000)
  const spliced = compileTemplate(source)
  // A tag that prints nothing, so that the library has to render.
  const unspliced = compileTemplate({ ...source, html: `${source.html}{% if nothing %}{% endif %}` })
  if (!spliced.isPlain || unspliced.isPlain) throw new Error('the newsletter is not what is to be measured')
  const [reader = {}] = readers
  if (!spliced.render(reader).html.equals(unspliced.render(reader).html)) throw new Error('they differ')
  const scratch = Buffer.alloc(2 * (source.html.length + source.text.length))
  return measureByTurns(
    {
      stock: stockRenderer(source),
      spliced: (values) => spliced.render(values),
      reusing(values) {
        let used = 0
        return spliced.render(values, (length) => scratch.subarray(used, (used += length)))
      },
      unspliced: (values) => unspliced.render(values),
      compile: () => compileTemplate(source),
    },
    { readers, rounds },
  )
}

/** A renderer with the library alone; subject and text too, because the others make them. */
function stockRenderer(source: ReturnType<typeof writeNewsletter>): (values: Reader) => unknown {
  const html = new Liquid({ templates: {}, ownPropertyOnly: true, outputEscape: 'escape' })
  const plain = new Liquid({ templates: {}, ownPropertyOnly: true })
  // It has no `??`; this is its equivalent.
  const parse = (liquid: Liquid, text: string) => liquid.parse(text.replaceAll('??', '| default:'))
  const parts = {
    subject: parse(plain, source.subject),
    html: parse(html, source.html),
    text: parse(plain, source.text),
  }
  return (values) => ({
    subject: String(plain.renderSync(parts.subject, values)),
    html: Buffer.from(String(html.renderSync(parts.html, values))),
    text: Buffer.from(String(plain.renderSync(parts.text, values))),
  })
}

/** Calls in a second of one core, each the median of its rounds. */
function measureByTurns(
  works: Record<keyof Rates, (values: Reader) => unknown>,
  { readers, rounds }: { readers: Reader[]; rounds: number },
): Rates {
  const names = Object.keys(works) as (keyof Rates)[]
  const rates = new Map(names.map((name) => [name, [] as number[]]))
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const rate = measure(works[name], readers)
      // The first is for the compiler.
      if (round > 0) rates.get(name)?.push(rate)
    }
  }
  return Object.fromEntries(names.map((name) => [name, quantile(rates.get(name) ?? [], 0.5)])) as Rates
}

function measure(work: (values: Reader) => unknown, readers: Reader[]): number {
  // The garbage of the previous round does not count. Present with --expose-gc, as npm run bench has it.
  globalThis.gc?.()
  const began = performance.now()
  // Measures the whole process: the garbage collector has threads of its own.
  const usage = process.cpuUsage()
  let calls = 0
  while (performance.now() - began < ROUND_MS) {
    for (let i = 0; i < 20; i += 1) work(readers[(calls + i) % readers.length] ?? {})
    calls += 20
  }
  const { user, system } = process.cpuUsage(usage)
  return calls / ((user + system) / 1e6)
}

if (!isMainThread) parentPort?.postMessage(measureAll(workerData as number))
