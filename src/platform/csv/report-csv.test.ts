import { expect, it } from 'vitest'
import { reportCsv } from './report-csv.ts'

it('has one row per figure, with its section and item', () => {
  const report = {
    sent: 12,
    openRate: 0.5,
    test: null,
    goal: { event: 'order.paid', goalValue: 19.5 },
    links: [{ url: 'https://shop.test/a,b', clicks: 3 }],
    providers: {
      looked: 2,
      list: [
        { name: 'Gmail', emails: 1 },
        { name: null, emails: 1 },
      ],
    },
    steps: [{ stepId: 'one', type: 'SEND_EMAIL', email: { sent: 4 } }],
    empty: [],
  }
  expect(reportCsv(report).split('\r\n')).toEqual([
    'section,item,figure,value',
    ',,sent,12',
    ',,openRate,0.5',
    ',,test,',
    'goal,,event,order.paid',
    'goal,,goalValue,19.5',
    'links,"https://shop.test/a,b",clicks,3',
    'providers,,looked,2',
    'providers.list,Gmail,emails,1',
    'providers.list,2,name,',
    'providers.list,2,emails,1',
    'steps,one,type,SEND_EMAIL',
    'steps,one,email.sent,4',
    '',
  ])
})

it('leaves negative numbers as numbers, and guards text that looks like one', () => {
  expect(
    reportCsv({ lift: { by: -0.25 }, note: '-1' })
      .split('\r\n')
      .slice(1, 3),
  ).toEqual(['lift,,by,-0.25', ",,note,'-1"])
})

it('keeps a spreadsheet from evaluating what somebody else wrote', () => {
  expect(reportCsv({ links: [{ url: '=cmd()', clicks: 1 }] })).toContain("'=cmd()")
})
