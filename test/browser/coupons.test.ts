// Coupons as marketers use them: a list is made and filled, a campaign names it, and the list tells who got which code.
import { describe, expect, it } from 'vitest'
import { expectAccessible, useDashboard } from '../support/browser/dashboard.ts'
import { stepsOn } from '../support/browser/dashboard-steps.ts'
import { ask } from '../support/http-client.ts'

const dashboard = useDashboard()
const { expectNoProblems, forgetRefusals, openWhole: open } = stepsOn(dashboard)

type CouponList = { id: string; key: string; codes: { free: number; taken: number } }

async function listOf(key: string): Promise<CouponList> {
  const { couponLists } = (await ask(dashboard.node, 'GET /coupon-lists')).json<{
    couponLists: CouponList[]
  }>()
  const found = couponLists.find((list) => list.key === key)
  if (!found) throw new Error(`there is no list ${key}`)
  return found
}

describe('coupon lists', () => {
  it('explain themselves while there is none, and are made with a key that is proposed', async () => {
    const { page } = dashboard
    await open('/coupon-lists')
    await page.getByRole('heading', { name: 'No coupon lists yet' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'New list' }).click()
    const dialog = page.getByRole('dialog', { name: 'New coupon list' })
    await dialog.getByRole('button', { name: 'Create list' }).click()
    await dialog.getByText('Must not be empty').first().waitFor()
    await dialog.getByLabel('Name').fill('Spring sale')
    expect(await dialog.getByLabel('Key').inputValue()).toBe('spring-sale')
    await dialog.getByLabel('Key').fill('Spring!')
    await dialog.getByRole('button', { name: 'Create list' }).click()
    await dialog.getByText('Must have lower-case letters, digits, hyphens and underscores only').waitFor()
    await expectAccessible(page)
    await dialog.getByLabel('Key').fill('spring')
    await dialog.getByRole('button', { name: 'Create list' }).click()
    await page.getByRole('heading', { name: 'No codes yet' }).waitFor()
    await page.getByText('{{ coupons.spring }}').waitFor()
    await expectAccessible(page)
    expectNoProblems()
  })

  it('refuse a key that is taken', async () => {
    const { page } = dashboard
    await open('/coupon-lists')
    await page.getByRole('button', { name: 'New list' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Other')
    await dialog.getByLabel('Key').fill('spring')
    await dialog.getByRole('button', { name: 'Create list' }).click()
    await dialog.getByText('There is a coupon list with the key spring.').waitFor()
    expect(await dialog.getByLabel('Key').inputValue()).toBe('spring')
    forgetRefusals(409)
  })

  it('are filled by pasting and by a file, and skip what they have', async () => {
    const { page } = dashboard
    const { id } = await listOf('spring')
    await open(`/coupon-lists/${id}`)
    await page.getByRole('button', { name: 'Add codes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add codes' })
    await dialog.getByLabel('Codes', { exact: true }).fill('SPRING-1\nSPRING-2\nSPRING-1\n')
    await dialog.getByLabel('Or choose a file').setInputFiles({
      name: 'codes.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('SPRING-3,10 %\nSPRING-4,10 %\n'),
    })
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Add 4 codes' }).click()
    await page.getByText('4 codes were added.').waitFor()
    await page.getByText('4 of 4 codes free').waitFor()
    await page.getByRole('button', { name: 'Add codes' }).click()
    await dialog.getByLabel('Codes', { exact: true }).fill('SPRING-4\nSPRING-5')
    await dialog.getByRole('button', { name: 'Add 2 codes' }).click()
    await page.getByText('1 code was added, 1 skipped.').waitFor()
    expect((await listOf('spring')).codes.free).toBe(5)
    expectNoProblems()
  })

  it('tell who got which code, with a link to the contact', async () => {
    const { page } = dashboard
    for (const name of ['ada', 'ben']) {
      const body = {
        to: `${name}@example.com`,
        from: 'shop@shop.test',
        subject: 'Your code',
        body: '<p>{{ coupons.spring }}</p>',
      }
      expect((await ask(dashboard.node, 'POST /v1/send', { body })).status).toBe(200)
    }
    await open('/coupon-lists')
    await page.getByRole('link', { name: 'Spring sale' }).click()
    await page.getByText('3 of 5 codes free').waitFor()
    const row = page.getByRole('row', { name: /SPRING-1/ })
    await row.getByText('Given out').waitFor()
    await expectAccessible(page)
    const search = page.getByRole('searchbox', { name: 'Search by code or address' })
    await search.fill('ada@example')
    await page.getByRole('row', { name: /SPRING-3/ }).waitFor({ state: 'detached' })
    await row.waitFor()
    await search.fill('')
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Free' }).click()
    await row.waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /SPRING-3/ }).waitFor()
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Given out' }).click()
    await page.getByRole('link', { name: 'ada@example.com' }).click()
    await page.getByRole('heading', { name: 'ada@example.com' }).waitFor()
    expectNoProblems()
  })

  it('show in the preflight of a campaign that there are too few codes', async () => {
    const { page } = dashboard
    const body = {
      name: 'Spring',
      subject: 'Your code',
      body: '<p>{{ coupons.missing }}</p>',
      from: 'shop@shop.test',
      audienceType: 'ALL',
    }
    const reply = await ask(dashboard.node, 'POST /campaigns', { body })
    const { id } = reply.json<{ data: { id: string } }>().data
    await open(`/campaigns/${id}?step=checks`)
    await page.getByText('There is no coupon list with the key missing').first().waitFor()
    expectNoProblems()
  })

  it('are renamed and deleted', async () => {
    const { page } = dashboard
    const { id } = await listOf('spring')
    await open(`/coupon-lists/${id}`)
    await page.getByRole('button', { name: 'Rename' }).click()
    const dialog = page.getByRole('dialog', { name: 'Rename the list' })
    await dialog.getByLabel('Name').fill('Summer sale')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Summer sale' }).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: 'Delete list' })
      .click()
    await page.getByRole('heading', { name: 'No coupon lists yet' }).waitFor()
    expectNoProblems()
  })
})
