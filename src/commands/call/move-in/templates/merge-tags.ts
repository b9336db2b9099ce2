// Translates the merge tags of Mailchimp into Liquid: `*|FNAME|*`, `*|IF:PLAN=pro|* … *|END:IF|*`, `*|UNSUB|*`.
import { compare, conditionText, isFilled, negate } from './condition.ts'
import type { Condition, Operator } from './condition.ts'
import { asComment, createNotes, literal, pathText, quoted, reasonOf, Untranslatable } from './translation.ts'
import type { Notes, Translation } from './translation.ts'

const TAG = /\*\|([^|*]{1,500})\|\*/g

/** The key of a merge field, also in the data of contacts. */
export function mergeKey(tag: string): string {
  if (tag === 'FNAME') return 'firstName'
  if (tag === 'LNAME') return 'lastName'
  return tag.toLowerCase()
}

const VALUES: Record<string, string> = {
  EMAIL: 'email',
  MERGE0: 'email',
  UNSUB: 'unsubscribeUrl',
  UPDATE_PROFILE: 'manageUrl',
  ARCHIVE: 'browserUrl',
  'LIST:ADDRESS': 'lm_postal_address',
  'LIST:ADDRESSLINE': 'lm_postal_address',
  'HTML:LIST_ADDRESS_HTML': 'lm_postal_address',
  'LIST:NAME': 'lm_project_name',
  'LIST:COMPANY': 'lm_project_name',
  CURRENT_YEAR: '"now" | date: "%Y"',
}

const FILTERS: Record<string, string> = {
  UPPER: 'upcase',
  LOWER: 'downcase',
  TITLE: 'capitalize',
  URL: 'url_encode',
}

/** Tags of Mailchimp itself that stand for no field. */
const OWN =
  /^(MC|MC_\w+|FACEBOOK|TWITTER|FORWARD|REWARDS\w*|POLL|SURVEY|LIST|USER|CAMPAIGN\w*|ARCHIVE_\w+|COUPON|PROMO_\w+|CART|PRODUCT\w*|RSS\w*|FEED\w*|BRAND|SHARE|GOOGLE|TRANSLATE|ABOUT_LIST|VIDEO|HTML|DATE|INTERESTED|MCLANG|MERGE\d+|UNIQID)\b/

type State = { notes: Notes; frames: ('if' | 'lost')[] }

export function translateMergeTags(source: string): Translation {
  const state: State = { notes: createNotes(source), frames: [] }
  let text = ''
  let end = 0
  for (const found of source.matchAll(TAG)) {
    const [whole, tag = ''] = found
    text += literal(source.slice(end, found.index)) + translateTag(state, { tag, whole, at: found.index })
    end = found.index + whole.length
  }
  if (state.frames.length > 0) state.notes.addUnclosed()
  return { text: text + literal(source.slice(end)), untranslated: state.notes.untranslated }
}

type Tag = { tag: string; whole: string; at: number }

const BLOCK = /^(IF|IFNOT|ELSEIF|ELSE|END|INTERESTED|NOT_INTERESTED)(?::|$)/

function translateTag(state: State, { tag, whole, at }: Tag): string {
  const [, word] = BLOCK.exec(tag) ?? []
  try {
    return word === undefined
      ? `{{ ${valueOf(tag)} }}`
      : translateBlock(state, word, tag.slice(word.length + 1))
  } catch (error) {
    const reason = reasonOf(error)
    if (word?.startsWith('IF') || word?.includes('INTERESTED')) state.frames.push('lost')
    state.notes.add(at, { part: whole, reason, isBlock: word !== undefined })
    return asComment(tag)
  }
}

function translateBlock({ frames }: State, word: string, rest: string): string {
  const frame = frames.at(-1)
  switch (word) {
    case 'IF':
    case 'IFNOT': {
      const condition = conditionOf(rest)
      const tag = `{% if ${conditionText(word === 'IF' ? condition : negate(condition))} %}`
      frames.push('if')
      return tag
    }
    case 'ELSEIF':
    case 'ELSE':
      if (!frame) throw new Untranslatable(`"${word}" outside of a block`)
      if (frame === 'lost') return ''
      return word === 'ELSE' ? '{% else %}' : `{% elsif ${conditionText(conditionOf(rest))} %}`
    case 'END':
      if (!frame) throw new Untranslatable('"END" without a block')
      frames.pop()
      return frame === 'lost' ? '' : '{% endif %}'
    default:
      throw new Untranslatable('groups have no equivalent in templates')
  }
}

function conditionOf(text: string): Condition {
  const [, tag = '', sign, value = ''] = /^\s*([\w:]+)\s*(?:(!=|>=|<=|=|<|>)\s*([\s\S]*))?$/.exec(text) ?? []
  if (tag === '') throw new Untranslatable('a condition that is not understood')
  const left = valueOf(tag)
  if (sign === undefined) return isFilled(left)
  const operator: Operator = sign === '=' ? '==' : (sign as Operator)
  const right = value.trim()
  return compare(left, operator, /^-?\d+(\.\d+)?$/.test(right) ? right : quoted(right))
}

function valueOf(tag: string): string {
  const known = VALUES[tag]
  if (known !== undefined) return known
  const [, filter = '', field] = /^([A-Z]+):(\w+)$/.exec(tag) ?? []
  if (field !== undefined && FILTERS[filter] !== undefined) return `${valueOf(field)} | ${FILTERS[filter]}`
  if (OWN.test(tag) || !/^[A-Z0-9_]{1,50}$/.test(tag)) throw new Untranslatable(`${tag} has no equivalent`)
  return pathText([mergeKey(tag)])
}
