import { describe, expect, it } from 'vitest'
import { findDelimiter } from './csv-delimiter.ts'

describe('findDelimiter', () => {
  it.each([
    ['email,name,city', ','],
    ['email;name;city', ';'],
    ['email\tname\tcity', '\t'],
    ['email|name|city', '|'],
    ['email', ','],
    ['', ','],
    ['email;"last, first";"a,b,c"', ';'],
    ['"a;b;c;d",email', ','],
    ['email,"say ""a;b;c;d"""', ','],
    ['size 5", 6";email;name;city', ';'],
    ['"two\nlines, a, b, c";email', ';'],
    ['email;name\nx,y,z', ';'],
    ['email;name\rx,y,z', ';'],
  ])('reads %j as split by %j', (header, delimiter) => {
    expect(findDelimiter(header)).toBe(delimiter)
  })

  it('prefers the comma where two split equally', () => {
    expect(findDelimiter('email,name;city')).toBe(',')
  })
})
