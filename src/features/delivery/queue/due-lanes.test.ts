import { describe, expect, it } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import type { ClaimedEmail, DueLane } from './claim.queries.ts'
import { createDueLanes } from './due-lanes.ts'

const NOW = new Date('2026-05-01T12:00:00Z')
const [one, two] = [newId<ProjectId>(NOW), newId<ProjectId>(NOW)]
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
const due = (projectId: ProjectId, lane: DueLane['lane'], from = NOW): DueLane => ({ projectId, lane, from })
const email = (projectId: ProjectId, lane: 0 | 1, runAt: Date) =>
  ({ project_id: projectId, lane, run_at: runAt }) as ClaimedEmail
const claim = (emails: ClaimedEmail[], { isFull = false, limited = [] as ProjectId[] } = {}) => ({
  emails,
  isFull,
  limited: new Set(limited),
})

function start(...lanes: DueLane[]) {
  const known = createDueLanes()
  known.replace(lanes)
  return { known, asked: known.list() }
}

describe('what a worker knows to be due', () => {
  it('moves on with what it has claimed, less a margin for emails that are committed late', () => {
    const { known, asked } = start(due(one, 'transactional'), due(one, 'marketing'))
    known.settle(asked, claim([email(one, 0, at(5)), email(one, 0, at(30))]))
    expect(known.list()).toEqual([due(one, 'transactional', at(28)), due(one, 'marketing')])
  })

  it('never moves back', () => {
    const { known, asked } = start(due(one, 'transactional'))
    known.settle(asked, claim([email(one, 0, at(1))]))
    expect(known.list()).toEqual([due(one, 'transactional')])
  })

  it('forgets a project without claimed email', () => {
    const { known, asked } = start(due(one, 'transactional'), due(two, 'transactional'))
    known.settle(asked, claim([email(two, 0, NOW)]))
    expect(known.list().map(({ projectId }) => projectId)).toEqual([two])
  })

  it.each([
    ['there was no room for more', { isFull: true }],
    ['its rate is used up', { limited: [one] }],
  ])('keeps a project without claimed email because %s', (_why, options) => {
    const { known, asked } = start(due(one, 'transactional'))
    known.settle(asked, claim([], options))
    expect(known.list()).toEqual([due(one, 'transactional')])
  })

  it('keeps a project that was notified of during the claim', () => {
    const { known, asked } = start(due(one, 'transactional'))
    known.noteNewEmail([one], at(10))
    known.settle(asked, claim([]))
    expect(known.list()).toEqual(expect.arrayContaining([due(one, 'transactional')]))
  })

  it('looks a minute back in an unknown project', () => {
    const { known } = start()
    known.noteNewEmail([two], NOW)
    expect(known.list()).toEqual([due(two, 'transactional', at(-60)), due(two, 'marketing', at(-60))])
  })

  it('is replaced by a scan of the whole queue', () => {
    const { known } = start(due(one, 'transactional', at(100)))
    known.replace([due(two, 'marketing')])
    expect(known.list()).toEqual([due(two, 'marketing')])
  })

  it('looks from the earlier time on if a second scan finds a known lane', () => {
    const { known } = start(due(one, 'transactional', at(10)), due(two, 'transactional', at(10)))
    known.add([
      due(one, 'transactional', at(5)),
      due(two, 'transactional', at(15)),
      due(two, 'marketing', at(20)),
    ])
    expect(known.list()).toEqual([
      due(one, 'transactional', at(5)),
      due(two, 'transactional', at(10)),
      due(two, 'marketing', at(20)),
    ])
  })
})
