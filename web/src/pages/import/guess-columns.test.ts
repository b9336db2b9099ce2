import { describe, expect, it } from 'vitest'
import { guessColumns, mapOf, problemOf } from './guess-columns.ts'

const HEADERS = ['email', 'topics.news', 'topics.News', 'name']
const columns = guessColumns({
  headers: HEADERS,
  rows: [['ada@example.com', 'true', 'no', 'Ada']],
  known: [],
})

describe('the columns of a file', () => {
  it('are choices for topics if they are named as in exports', () => {
    expect(columns.map(({ target }) => target)).toEqual(['email', 'topic', 'data', 'data'])
    expect(mapOf(columns)).toEqual({
      email: 'email',
      'topics.news': 'topics.news',
      'topics.News': 'data.topics.News',
      name: 'data.name',
    })
  })

  it('become keys that contacts have already, each once', () => {
    const keysOf = (...headers: string[]) =>
      guessColumns({ headers, rows: [], known: ['plan', 'firstName'] }).map(({ key }) => key)
    expect(keysOf('email', 'Plan', 'First name')).toEqual(['email', 'plan', 'firstName'])
    expect(keysOf('plan', 'Plan')).toEqual(['plan', 'Plan'])
    expect(keysOf('First name', 'first-name')).toEqual(['First name', 'first-name'])
  })

  it('need a topic that exists', () => {
    expect(problemOf(columns, ['news'])).toBeUndefined()
    expect(problemOf(columns, undefined)).toBeUndefined()
    expect(problemOf(columns, ['offers'])).toBe('badTopic')
    const unchosen = columns.map((column) => ({ ...column, topic: '' }))
    expect(problemOf(unchosen, undefined)).toBe('badTopic')
  })
})
