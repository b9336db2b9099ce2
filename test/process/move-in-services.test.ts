import { mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { useMoveIn } from '../support/move-in.ts'
import { json } from '../support/servers/json-service.ts'
import { useMailchimp } from '../support/servers/mailchimp.ts'
import { useResend } from '../support/servers/resend.ts'
import { useSendgrid } from '../support/servers/sendgrid.ts'

const mailchimp = await useMailchimp()
const sendgrid = await useSendgrid()
const resend = await useResend()
const { run, receiptOf, read, contactOf, fileOf, folder } = useMoveIn(() => ({
  MAILCHIMP_API_KEY: mailchimp.key,
  SENDGRID_API_KEY: sendgrid.key,
  RESEND_API_KEY: resend.key,
}))

type Segments = { segments: { name: string; memberCount: number }[] }
const membersOf = async (name: string) =>
  (await read<Segments>(`/segments?search=${encodeURIComponent(name)}`)).segments.map(
    ({ memberCount }) => memberCount,
  )

describe('lettermill import mailchimp', () => {
  it('takes audiences, groups, tags and states by the API, and nothing twice', async () => {
    mailchimp.audiences = [
      {
        id: 'a1',
        name: 'Shop readers',
        abuse: ['angry@mc.example'],
        categories: [{ id: 'c1', title: 'News', interests: [{ id: 'i1', name: 'weekly' }] }],
        members: [
          {
            email_address: 'ann@mc.example',
            status: 'subscribed',
            merge_fields: { FNAME: 'Ann', LNAME: '', PLAN: 'pro' },
            interests: { i1: true },
            tags: [{ id: 1, name: 'vip' }],
            language: 'pt_BR',
          },
          { email_address: 'gone@mc.example', status: 'unsubscribed' },
          { email_address: 'dead@mc.example', status: 'cleaned' },
          { email_address: 'waits@mc.example', status: 'pending', interests: { i1: false } },
          { email_address: 'bought@mc.example', status: 'transactional' },
          { email_address: 'old@mc.example', status: 'archived' },
          { email_address: 'angry@mc.example', status: 'unsubscribed' },
        ],
      },
      {
        id: 'a2',
        name: 'Partners',
        abuse: [],
        categories: [],
        members: [{ email_address: 'gone@mc.example', status: 'subscribed' }],
      },
    ]
    mailchimp.templates = [{ id: 7, name: 'Spring sale' }]
    mailchimp.faults.push(json(429, {}, { 'retry-after': '0' }))
    const folderOf = path.join(folder(), 'templates')
    mkdirSync(folderOf)
    fileOf(
      'templates/Spring sale.html',
      '<p>Hi *|FNAME|*</p>\n<p>*|MC:SUBJECT|*</p><a href="*|UNSUB|*">x</a>',
    )
    const words = ['mailchimp', '--source-url', mailchimp.url, '--templates', folderOf]
    const first = await receiptOf(...words)
    expect(first.counts).toMatchObject({
      contacts: { there: 8, read: 8, taken: 7, leftOut: 1 },
      segments: { created: 3 },
      topics: { created: 1 },
      suppressions: { taken: 2 },
      templates: { read: 2, created: 1, leftOut: 1 },
    })
    expect(first.untranslated).toMatchObject([{ template: 'Spring sale', line: 2 }])
    expect(await contactOf('ann@mc.example')).toMatchObject({
      subscriptionState: 'SUBSCRIBED',
      topics: { 'news-weekly': true },
      data: { firstName: 'Ann', plan: 'pro', locale: 'pt-BR' },
    })
    // The other audience does not subscribe who has left one.
    expect(await contactOf('gone@mc.example')).toMatchObject({ subscriptionState: 'LEFT' })
    expect(await contactOf('dead@mc.example')).toMatchObject({ subscriptionState: 'LEFT' })
    expect(await contactOf('waits@mc.example')).toMatchObject({
      subscriptionState: 'NEVER_ASKED',
      topics: {},
    })
    expect(await contactOf('bought@mc.example')).toMatchObject({ subscriptionState: 'NEVER_ASKED' })
    const { suppressions } = await read<{ suppressions: object[] }>('/suppressions?sort=email')
    expect(suppressions).toMatchObject([
      { email: 'angry@mc.example', reason: 'complaint' },
      { email: 'dead@mc.example', reason: 'hard_bounce' },
    ])
    expect([await membersOf('Shop readers'), await membersOf('Partners'), await membersOf('vip')]).toEqual([
      [6],
      [1],
      [1],
    ])
    expect(await read('/templates/mailchimp-spring-sale')).toMatchObject({ type: 'MARKETING' })

    const second = await receiptOf(...words)
    expect(second.counts).toMatchObject({
      contacts: { created: 0, leftOut: 1 },
      segments: { created: 0, existing: 3 },
      topics: { created: 0, existing: 1 },
      templates: { created: 0, existing: 1 },
    })
  })

  it('reads the files of an export, whose names say the state', async () => {
    const files = [
      fileOf(
        'subscribed_email_audience_export_1.csv',
        'Email Address,First Name,Plan,OPTIN_TIME,LEID,TAGS\nsub@mcfile.example,Sue,pro,2024-01-01,17,"""red"",""blue"""\n',
      ),
      fileOf(
        'unsubscribed_email_audience_export_1.csv',
        'Email Address,UNSUB_TIME\nun@mcfile.example,2024\n',
      ),
      fileOf('nonsubscribed_email_audience_export_1.csv', 'Email Address\nnon@mcfile.example\n'),
      fileOf('cleaned_email_audience_export_1.csv', 'Email Address,CLEAN_TIME\nclean@mcfile.example,2024\n'),
    ]
    const receipt = await receiptOf('mailchimp', ...files.flatMap((file) => ['--file', file]))
    expect(receipt.counts).toMatchObject({
      contacts: { created: 4 },
      suppressions: { taken: 1 },
      segments: { created: 2 },
    })
    expect(await contactOf('sub@mcfile.example')).toMatchObject({
      subscriptionState: 'SUBSCRIBED',
      data: { firstName: 'Sue', plan: 'pro', OPTIN_TIME: '2024-01-01' },
    })
    const states = await Promise.all(
      ['un', 'non', 'clean'].map(
        async (name) => (await contactOf(`${name}@mcfile.example`))?.subscriptionState,
      ),
    )
    expect(states).toEqual(['LEFT', 'NEVER_ASKED', 'LEFT'])
    const unclear = fileOf('people.csv', 'Email Address\nx@mcfile.example\n')
    expect((await run('mailchimp', '--file', unclear)).code).toBe(2)
    expect((await run('mailchimp', '--file', fileOf('subscribed.csv', 'mail\nx\n'))).code).toBe(2)
  })

  it('refuses a key without a data center, and a wrong one', async () => {
    expect((await run('mailchimp', '--token-file', fileOf('key', 'no-center'))).stderr).toContain(
      'data center',
    )
    const wrong = await run(
      'mailchimp',
      '--source-url',
      mailchimp.url,
      '--token-file',
      fileOf('wrong', 'wrong-secret-us1'),
    )
    expect(wrong.code).toBe(4)
    expect(wrong.stderr).not.toContain('wrong-secret')
  })
})

describe('lettermill import sendgrid', () => {
  it('takes suppressions, unsubscribe groups, contacts, lists and templates, through a broken download, and nothing twice', async () => {
    Object.assign(sendgrid, {
      contacts: [
        { email: 'ann@sg.example', first_name: 'Ann', plan: 'pro', lists: ['l1', 'l2'] },
        { email: 'bounced@sg.example', lists: ['l1'] },
        { email: 'left@sg.example' },
        { email: 'no offers@sg.example' },
        { email: 'no-offers@sg.example', first_name: 'Nora' },
      ],
      lists: [
        { id: 'l1', name: 'SG buyers' },
        { id: 'l2', name: 'SG fans' },
      ],
      suppressions: {
        bounces: ['bounced@sg.example'],
        invalid_emails: ['invalid@sg.example'],
        spam_reports: ['spam@sg.example'],
        blocks: ['blocked@sg.example'],
        unsubscribes: ['left@sg.example'],
      },
      groups: [{ id: 5, name: 'SG offers', description: 'Discounts', emails: ['no-offers@sg.example'] }],
      templates: [
        {
          id: 'd-0123456789abcdef0123456789abcdef',
          name: 'Receipt',
          versions: [
            { active: 0, subject: 'old', html_content: 'old' },
            {
              active: 1,
              subject: 'Order {{order}}',
              html_content: '{{#each items}}<p>{{this.title}}</p>{{/each}}',
            },
          ],
        },
        { id: 'd-1123456789abcdef0123456789abcdef', name: 'Draft', versions: [] },
        {
          id: 'd-2123456789abcdef0123456789abcdef',
          name: 'Odd',
          versions: [{ active: 1, subject: 'x', html_content: '{{#custom a}}x{{/custom}}' }],
        },
      ],
      brokenDownloads: 1,
    })
    const words = ['sendgrid', '--source-url', sendgrid.url]
    const first = await receiptOf(...words)
    expect(first.counts).toMatchObject({
      contacts: { read: 10, taken: 9, leftOut: 1 },
      suppressions: { taken: 3, leftOut: 1 },
      segments: { created: 2 },
      topics: { created: 1 },
      templates: { read: 3, created: 1, leftOut: 2 },
    })
    expect(await contactOf('ann@sg.example')).toMatchObject({
      subscriptionState: 'SUBSCRIBED',
      data: { first_name: 'Ann', plan: 'pro' },
    })
    expect(await contactOf('bounced@sg.example')).toMatchObject({ subscriptionState: 'LEFT' })
    expect(await contactOf('left@sg.example')).toMatchObject({ subscriptionState: 'LEFT' })
    expect(await contactOf('no-offers@sg.example')).toMatchObject({
      subscriptionState: 'SUBSCRIBED',
      topics: { 'sg-offers': false },
      data: { first_name: 'Nora' },
    })
    expect([await membersOf('SG buyers'), await membersOf('SG fans')]).toEqual([[2], [1]])
    expect(await read('/templates/d-0123456789abcdef0123456789abcdef')).toMatchObject({
      subject: 'Order {{ order }}',
    })
    expect(readdirSync(folder()).filter((name) => name.startsWith('lettermill-import-'))).toEqual([])
    const second = await receiptOf(...words)
    expect(second.counts).toMatchObject({
      contacts: { created: 0, leftOut: 1 },
      segments: { created: 0 },
      templates: { created: 0, existing: 1 },
    })
  })

  it('says that SendGrid could not export', async () => {
    sendgrid.exportStatus = 'failure'
    const exit = await run('sendgrid', '--source-url', sendgrid.url)
    expect([exit.code, exit.stderr]).toEqual([1, expect.stringContaining('no space left')])
    expect(exit.stderr).toContain('Run the command again')
  })
})

describe('lettermill import resend', () => {
  it('takes audiences with their contacts, and templates with their fallbacks, and nothing twice', async () => {
    resend.audiences = [
      {
        id: 'r1',
        name: 'Resend readers',
        contacts: [
          { id: 'k1', email: 'ann@re.example', first_name: 'Ann', unsubscribed: false },
          { id: 'k2', email: 'left@re.example', unsubscribed: true },
          { id: 'k3', email: 'third@re.example', unsubscribed: false },
        ],
      },
      {
        id: 'r2',
        name: 'Resend buyers',
        contacts: [{ id: 'k1', email: 'ann@re.example', first_name: 'Ann', unsubscribed: false }],
      },
    ]
    resend.others = [{ id: 'k4', email: 'alone@re.example', first_name: 'Alan', unsubscribed: true }]
    resend.templates = [
      {
        id: 't1',
        name: 'Welcome',
        alias: 'welcome',
        subject: 'Hi {{{FIRST_NAME}}}',
        html: '<p>{{{PRODUCT}}}</p>',
        variables: [{ key: 'PRODUCT', type: 'string', fallback_value: 'tea' }],
      },
      { id: 't2', name: 'Second', html: '<p>x</p>' },
      { id: 't3', name: 'Third', html: '<p>y</p>' },
    ]
    const words = ['resend', '--source-url', resend.url]
    const first = await receiptOf(...words)
    expect(first.counts).toMatchObject({
      contacts: { read: 4, created: 4 },
      segments: { created: 2 },
      templates: { created: 3 },
    })
    expect(await contactOf('ann@re.example')).toMatchObject({
      subscriptionState: 'SUBSCRIBED',
      data: { firstName: 'Ann' },
    })
    expect(await contactOf('left@re.example')).toMatchObject({ subscriptionState: 'LEFT' })
    expect(await contactOf('alone@re.example')).toMatchObject({
      subscriptionState: 'LEFT',
      data: { firstName: 'Alan' },
    })
    expect([await membersOf('Resend readers'), await membersOf('Resend buyers')]).toEqual([[3], [1]])
    expect(await read('/templates/welcome')).toMatchObject({
      subject: 'Hi {{ firstName }}',
      body: '<p>{{ PRODUCT ?? "tea" }}</p>',
    })
    const second = await receiptOf(...words)
    expect(second.counts).toMatchObject({ contacts: { created: 0, existing: 4 }, templates: { existing: 3 } })
    expect(
      (await run('resend', '--source-url', resend.url, '--token-file', fileOf('re', 'wrong'))).code,
    ).toBe(4)
  })
})
