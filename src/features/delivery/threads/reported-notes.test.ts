import { expect, it } from 'vitest'
import { createReportedNotes } from './reported-notes.ts'

it('keeps a note while any thread reports it, and the notes of others', () => {
  const all = new Map([['disk', 'The disk is full.']])
  const notes = createReportedNotes()
  notes.replace(all, [
    ['claim', 'No email can be claimed.'],
    ['claim', 'No email can be claimed.'],
  ])
  expect([...all.keys()]).toEqual(['disk', 'claim'])
  notes.replace(all, [['record', 'No result can be stored.']])
  expect([...all.keys()]).toEqual(['disk', 'record'])
  notes.replace(all, [])
  expect([...all.keys()]).toEqual(['disk'])
})
