import { describe, expect, it } from 'vitest'
import { createHandOverGates } from './hand-over-gates.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A gate with the names of the emails inside, in the order in which they entered. */
function buildGate(sizes: Parameters<typeof createHandOverGates>[0]) {
  const { unrecorded } = createHandOverGates(sizes)
  const inside = new Map<string, () => void>()
  const refused: string[] = []
  const ask = async (name: string) => {
    const release = await unrecorded.enter(name.startsWith('code') ? 'transactional' : 'marketing')
    if (release) inside.set(name, release)
    else refused.push(name)
  }
  return {
    unrecorded,
    inside: () => [...inside.keys()],
    refused,
    /** Emails whose name begins with "code" are transactional. */
    async enter(...names: string[]) {
      for (const name of names) void ask(name)
      await turn()
    },
    async leave(name: string) {
      inside.get(name)?.()
      inside.delete(name)
      await turn()
    },
  }
}

describe('emails without a result on disk', () => {
  it('are as many per connection as the setting says', async () => {
    const gate = buildGate({ connections: 1, emailsAhead: 3 })
    await gate.enter('news 1', 'news 2', 'news 3', 'news 4')
    expect(gate.inside()).toEqual(['news 1', 'news 2', 'news 3'])
    await gate.leave('news 2')
    expect(gate.inside()).toEqual(['news 1', 'news 3', 'news 4'])
  })

  it('are one per connection of transactional email, whatever the setting says', async () => {
    const gate = buildGate({ connections: 2, emailsAhead: 3 })
    await gate.enter('code 1', 'code 2', 'code 3', 'news 1')
    expect(gate.inside().toSorted()).toEqual(['code 1', 'code 2', 'news 1'])
    await gate.leave('code 1')
    expect(gate.inside()).toContain('code 3')
  })

  it('are no more of both together', async () => {
    const gate = buildGate({ connections: 1, emailsAhead: 2 })
    await gate.enter('news 1', 'news 2', 'code 1', 'news 3')
    expect(gate.inside()).toEqual(['news 1', 'news 2'])
    await gate.leave('news 1')
    expect(gate.inside()).toHaveLength(2)
    await gate.leave('news 2')
    expect(gate.inside().toSorted()).toEqual(['code 1', 'news 3'])
  })

  it('are refused when the gate is closed, also those that wait', async () => {
    const gate = buildGate({ connections: 1, emailsAhead: 2 })
    await gate.enter('news 1', 'news 2', 'news 3', 'code 1', 'code 2')
    gate.unrecorded.close()
    await turn()
    await gate.enter('code 3', 'news 4')
    expect(gate.inside()).toEqual(['news 1', 'news 2'])
    expect(gate.refused.toSorted()).toEqual(['code 1', 'code 2', 'code 3', 'news 3', 'news 4'])
  })
})

describe('results of marketing email', () => {
  it.each([
    [{ connections: 50, emailsAhead: 1 }, 1],
    [{ connections: 1, emailsAhead: 2 }, 1],
    [{ connections: 25, emailsAhead: 4 }, 50],
    [{ connections: 50, emailsAhead: 50 }, 100],
  ])('%o: are gathered to %i, never to so many that connections wait for it', (sizes, gathered) => {
    expect(createHandOverGates(sizes).resultsToGather).toBe(gathered)
  })
})
