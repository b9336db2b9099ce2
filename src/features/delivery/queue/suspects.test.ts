import { describe, expect, it } from 'vitest'
import type { EmailId, ProjectId } from '../../../platform/ids.ts'
import { GIVEN_UP_AFTER, nextGroup } from './suspects.ts'
import type { Suspect } from './suspects.ts'

const suspects = (...lost: number[]): Suspect[] =>
  lost.map((lostClaims, index) => ({
    projectId: 'a project' as ProjectId,
    emailId: String(index) as EmailId,
    lane: 'transactional',
    from: new Date(0),
    lostClaims,
  }))

const sizes = (...lost: number[]) => nextGroup(suspects(...lost)).map(({ lostClaims }) => lostClaims)

describe('the next group of emails that may crash their workers', () => {
  it('is empty where there is none', () => {
    expect(sizes()).toEqual([])
  })

  it.each([
    [2, 16],
    [3, 4],
    [4, 1],
    [GIVEN_UP_AFTER, 1],
    [GIVEN_UP_AFTER + 100, 1],
  ])('with %i lost claims has at most %i of them', (lost, size) => {
    expect(sizes(...Array<number>(30).fill(lost))).toEqual(Array(size).fill(lost))
  })

  it('has only those with as many lost claims as the first', () => {
    expect(sizes(2, 2, 3, 4)).toEqual([2, 2])
    expect(sizes(3, 4, 4)).toEqual([3])
  })
})
