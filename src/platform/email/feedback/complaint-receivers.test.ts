import { expect, it } from 'vitest'
import { reportsComplaints } from './complaint-receivers.ts'

it.each([
  ['ann@yahoo.com', true],
  ['ann@YAHOO.co.uk', true],
  ['ann@hotmail.fr', true],
  ['ann@aol.com', true],
  ['ann@mail.ru', true],
  ['ann@gmail.com', false],
  ['ann@yahoo.co.jp', false],
  ['ann@notyahoo.com', false],
  ['ann@outlook.example.com', false],
  ['ann@shop.test', false],
])('%s is at a receiver that reports complaints: %s', (address, expected) => {
  expect(reportsComplaints(address)).toBe(expected)
})
