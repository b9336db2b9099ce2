import { beforeEach, describe, expect, it } from 'vitest'
import { createSesAccountWatch, readSesAccount } from './ses-account.ts'
import type { SesAccount, SesAccountWatch } from './ses-account.ts'

const json = (quota: object, more: object = {}) => ({
  SendQuota: { Max24HourSend: 200, MaxSendRate: 1, SentLast24Hours: 7, ...quota },
  ...more,
})

describe('an account of SES', () => {
  it('has a quota, a rate, and may be paused', () => {
    expect(readSesAccount(json({}))).toEqual({
      isEnabled: true,
      isInSandbox: false,
      mostPerDay: 200,
      sentInDay: 7,
      perSecond: 1,
    })
    expect(readSesAccount(json({}, { SendingEnabled: false }))).toMatchObject({ isEnabled: false })
    expect(readSesAccount(json({}, { ProductionAccessEnabled: false }))).toMatchObject({ isInSandbox: true })
  })

  it.each([[{}], [{ SendQuota: [] }], [json({ MaxSendRate: 0 })], [json({ Max24HourSend: 'many' })]])(
    'is not known by %j',
    (answer) => {
      expect(readSesAccount(answer)).toBeUndefined()
    },
  )
})

describe('the quota', () => {
  let nowMs = 0
  let readings = 0
  let account: SesAccount | undefined
  let watch: SesAccountWatch
  beforeEach(() => {
    nowMs = 0
    readings = 0
    account = { isEnabled: true, isInSandbox: false, mostPerDay: 2, sentInDay: 0, perSecond: 1 }
    watch = createSesAccountWatch({
      read: () => {
        readings += 1
        return Promise.resolve(account)
      },
      onRead: () => undefined,
      nowMs: () => nowMs,
    })
  })

  it('is read once for all emails that wait, and again after some minutes', async () => {
    expect(await Promise.all([watch.findProblem(), watch.findProblem()])).toEqual([undefined, undefined])
    nowMs = 299_000
    await watch.findProblem()
    expect(readings).toBe(1)
    nowMs = 300_000
    await watch.findProblem()
    expect(readings).toBe(2)
  })

  it('is counted down, and email waits until SES has some again', async () => {
    await watch.findProblem()
    watch.sent()
    expect(await watch.findProblem()).toBeUndefined()
    watch.sent()
    expect(await watch.findProblem()).toBe('the SES account has used up its quota: 2 of 2 emails in 24 hours')
    expect(readings).toBe(1)
    nowMs = 20_000
    expect(await watch.findProblem()).toBeUndefined()
    expect(readings).toBe(2)
  })

  it('that is not known is asked for again within a minute', async () => {
    account = undefined
    await watch.findProblem()
    nowMs = 59_000
    await watch.findProblem()
    expect(readings).toBe(1)
    nowMs = 60_000
    await watch.findProblem()
    expect(readings).toBe(2)
  })

  it('is read again when SES says that it is exhausted', async () => {
    await watch.findProblem()
    account = { isEnabled: true, isInSandbox: false, mostPerDay: 2, sentInDay: 2, perSecond: 1 }
    watch.exhausted()
    expect(await watch.findProblem()).toMatch(/used up its quota/)
  })

  it.each<[SesAccount | undefined, string | undefined]>([
    [{ isEnabled: true, isInSandbox: false, mostPerDay: -1, sentInDay: 1e6, perSecond: 1 }, undefined],
    [
      { isEnabled: false, isInSandbox: false, mostPerDay: -1, sentInDay: 0, perSecond: 1 },
      'sending is paused for the SES account in this region',
    ],
    [undefined, undefined],
  ])('of %j', async (given, problem) => {
    account = given
    expect(await watch.findProblem()).toBe(problem)
  })
})
