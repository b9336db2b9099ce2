import type { Verification } from '../../api/audience/verify.ts'
import type { Tone } from '../../components/notices/badge.tsx'
import type { Flag } from './verify.texts.ts'

/** The value that counts against an address, and its tone; null if neither does. */
const AGAINST: readonly (readonly [Flag, boolean | null, Tone])[] = [
  ['isTypo', true, 'bad'],
  ['domainExists', false, 'bad'],
  ['hasMxRecords', false, 'bad'],
  ['isDisposable', true, 'bad'],
  ['isAlias', true, 'warn'],
  ['isPlusAddressed', true, 'warn'],
  ['isPersonalEmail', null, 'neutral'],
  ['hasWebsite', null, 'neutral'],
]

type FlagResult = { flag: Flag; isSet: boolean; tone: Tone; isAgainst: boolean }

export const flagsOf = (found: Verification): FlagResult[] =>
  AGAINST.map(([flag, bad, tone]) => {
    const isSet = found[flag]
    if (bad === null) return { flag, isSet, tone: 'neutral', isAgainst: false }
    return { flag, isSet, tone: isSet === bad ? tone : 'good', isAgainst: isSet === bad }
  })
