import { describe, expect, it } from 'vitest'
import { readCodes } from './read-codes.ts'

describe('the codes of a text', () => {
  it.each([
    ['', []],
    ['A\nB\r\nC', ['A', 'B', 'C']],
    ['A\n\n A \nB', ['A', 'B']],
    ['Code,Value\n"A",10\n"B",20\n', ['A', 'B']],
    ['A;1\nB;2', ['A', 'B']],
    ['A B\tx', ['A B']],
    ['CODE-1', ['CODE-1']],
  ])('%j are %j', (text, codes) => {
    expect(readCodes(text)).toEqual(codes)
  })
})
