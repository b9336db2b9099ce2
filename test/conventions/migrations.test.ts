import { describe, expect, it } from 'vitest'
import { readMigrations } from '../../src/platform/db/migrate.ts'
import { readReleases } from '../releases/releases.ts'
import { findContractions } from './migration-rules.ts'

const releases = readReleases()
const released = {
  versions: releases.map(({ version }) => version),
  migrations: releases.at(-1)?.migrations ?? 0,
}

const FIRST = `
create table brands (id uuid primary key, name text, color text);
create table contacts (id uuid primary key);
create view old_brands as select * from brands;`

/** Judges a migration after a release with the tables above. */
const judge = (sql: string): string[] =>
  findContractions(
    [FIRST, sql].map((text, index) => ({
      number: index + 1,
      name: `000${index + 1}_test.sql`,
      sql: text,
      hash: '',
    })),
    { versions: ['0.1.0'], migrations: 1 },
  )

describe('a migration beside nodes of the last release', () => {
  it.each([
    'drop table brands',
    'drop view old_brands',
    'alter table brands drop column color',
    'alter table brands drop constraint brands_name',
    'drop index brands_once',
    'alter table brands rename column color to colour',
    'alter table brands rename to marks',
    'alter table brands alter column color type integer using 1',
    'alter table brands alter column color set not null',
    'alter table brands alter color drop default',
    'alter table brands add column shade text not null',
    'alter table brands add column tone text default 1, add column shade text not null',
    "alter table brands add constraint brands_color check (color <> '')",
    'create unique index brands_once on brands (name)',
    'create index contacts_by_id on contacts (id)',
    'update contacts set id = id',
    "alter table brands add column shade text generated always as (name || '') stored",
  ])('may not: %s', (sql) => {
    expect(judge(sql)).toEqual([expect.stringMatching(/^0002_test\.sql \w/)])
  })

  it.each([
    'create table marks (id uuid primary key, name text not null); alter table marks alter column name drop not null',
    'create table marks (id uuid); create unique index marks_once on marks (id); drop table marks',
    'alter table brands add column shade text, add constraint brands_shade check (shade <> name)',
    "alter table brands add column shade text not null default ''",
    'alter table brands add column shade text; create unique index brands_once on brands (shade)',
    'create index brands_by_name on brands (name)',
    'alter table brands alter column color drop not null',
    'create function f() returns trigger language plpgsql as $$ begin delete from contacts; end $$',
    '-- drop table brands\nselect 1',
    '-- Contracts: unused since 0.1.0, which reads name.\nalter table brands drop column color',
    '-- Locks: a thousand rows.\nupdate contacts set id = id',
  ])('may: %s', (sql) => {
    expect(judge(sql)).toEqual([])
  })

  it('may not name a version that was never released, nor answer for a lock only', () => {
    expect(judge('-- Contracts: unused since 0.9.0.\nalter table brands drop column color')).toHaveLength(1)
    expect(judge('-- Locks: short.\nalter table brands drop column color')).toHaveLength(1)
  })
})

it('the migrations since the last release keep what it uses (docs/upgrade.md)', () => {
  expect(findContractions(readMigrations(), released)).toEqual([])
})
