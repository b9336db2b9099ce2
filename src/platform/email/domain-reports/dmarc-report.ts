// Reads aggregate reports (RFC 7489 appendix C, RFC 9990) as their text arrives, with their elements in any order. Elements that
// are not used here are skipped, however long or often they are: RFC 9990 has no limit for errors and comments. Only records are
// added up, so memory depends on the number of different sources and not on the size of the file.
import { Parser } from 'htmlparser2'
import {
  DKIM_RESULT,
  DOCUMENT,
  METADATA,
  POLICY,
  POLICY_FIELDS,
  RECORD,
  SPF_RESULT,
} from './dmarc-elements.ts'
import type { Container, ReportElement } from './dmarc-elements.ts'
import {
  dispositionOf,
  isPass,
  nameOf,
  OWN_SELECTOR,
  readAddress,
  readCount,
  readTime,
} from './dmarc-fields.ts'
import { isWithin } from './domain-report.ts'
import type { DmarcReport, DmarcRow, PublishedPolicy, ReportedDomain } from './domain-report.ts'
import { ReportError } from './report-error.ts'
import { REPORT_LIMITS } from './report-limits.values.ts'
import type { ReportLimits } from './report-limits.values.ts'
import { XmlNamespaces } from './xml-namespaces.ts'

/** The texts of a container, by the path of their element in it. */
type Fields = Map<string, string>

export class DmarcReportReader {
  readonly #about: ReportedDomain
  readonly #limits: ReportLimits
  readonly #parser: Parser
  /** The names of the open elements. */
  readonly #path: string[] = []
  /** The open elements; undefined: one that is not read, such as that of an extension with the name of one that is. */
  readonly #elements: (ReportElement | undefined)[] = [DOCUMENT]
  readonly #metadata: Fields = new Map()
  readonly #policy: Fields = new Map()
  readonly #rows = new Map<string, DmarcRow>()
  readonly #containers = new Set<string>()
  #record: Fields = new Map()
  #result: Fields = new Map()
  #isOurs = false
  #text = ''
  #isRead = false
  readonly #namespaces = new XmlNamespaces()
  #records = 0
  #foreignRecords = 0
  #isEnded = false
  #isEnding = false
  /** The element that was opened last has neither text nor children so far. */
  #isFresh = false
  #sinceToken = 0

  constructor(about: ReportedDomain, limits: ReportLimits = REPORT_LIMITS) {
    this.#about = about
    this.#limits = limits
    this.#parser = new Parser(
      {
        onopentag: (name, attributes) => this.#open(name, attributes),
        onclosetag: (name, isImplied) => this.#close(name, isImplied),
        ontext: (text) => this.#addText(text),
        oncomment: () => this.#noteToken(),
        onprocessinginstruction: (name) => this.#instruction(name),
        onerror: (error) => {
          throw error
        },
      },
      { xmlMode: true, decodeEntities: true, lowerCaseTags: true },
    )
  }

  /** @throws ReportError */
  add(text: string): void {
    this.#sinceToken += text.length
    this.#parser.write(text)
    if (this.#sinceToken > this.#limits.tokenLength) {
      throw new ReportError('The XML has a tag or a comment that does not end.')
    }
  }

  /** @throws ReportError */
  end(): DmarcReport {
    this.#isEnding = true
    this.#parser.end()
    if (!this.#isEnded) throw new ReportError('The XML ends in the middle of the report.')
    const head = this.#readHead()
    return {
      kind: 'dmarc',
      ...head,
      policy: this.#readPolicy(),
      rows: [...this.#rows.values()],
      records: this.#records,
      foreignRecords: this.#foreignRecords,
    }
  }

  #noteToken(): void {
    this.#sinceToken = 0
  }

  /** `<?xml …?>` is fine; a document type could declare entities. */
  #instruction(name: string): void {
    this.#noteToken()
    if (name.startsWith('!')) {
      throw new ReportError('The XML has a document type, which reports must not have.')
    }
  }

  #open(qualified: string, attributes: Readonly<Record<string, string>>): void {
    this.#noteToken()
    const name = localName(qualified)
    if (this.#isEnded) throw new ReportError('The XML goes on after the end of the report.')
    if (this.#path.length === 0 && name !== 'feedback') {
      throw new ReportError(`The XML is not an aggregate report: it begins with <${name.slice(0, 40)}>.`)
    }
    this.#path.push(name)
    if (this.#path.length > this.#limits.depth) {
      throw new ReportError(`The XML is nested deeper than ${this.#limits.depth} levels.`)
    }
    this.#text = ''
    this.#isFresh = true
    const known = this.#elements.at(-1)?.children.get(name)
    const element = known && !this.#namespaces.isForeign(qualified, attributes) ? known : undefined
    this.#elements.push(element)
    this.#isRead = element?.field !== undefined
    if (element) this.#beginContainer(element.path)
  }

  #beginContainer(path: string): void {
    if (path === METADATA || path === POLICY) {
      if (this.#containers.has(path)) throw new ReportError(`The report has two <${path.slice(9)}>.`)
      this.#containers.add(path)
    } else if (path === RECORD) {
      this.#records += 1
      if (this.#records > this.#limits.records) {
        throw new ReportError(
          `The report has more than ${this.#limits.records.toLocaleString('en')} records.`,
        )
      }
      this.#record = new Map()
      this.#isOurs = false
    } else if (path === DKIM_RESULT || path === SPF_RESULT) this.#result = new Map()
  }

  #addText(text: string): void {
    this.#noteToken()
    this.#isFresh = false
    if (!this.#isRead) return
    this.#text += text
    if (this.#text.length > this.#limits.textLength) {
      // Blanks between elements may be many.
      this.#text = this.#text.trimStart()
      if (this.#text.length > this.#limits.textLength) {
        throw new ReportError('The report has a text that is too long.')
      }
    }
  }

  #close(qualified: string, isImplied: boolean): void {
    this.#noteToken()
    // `<aspf/>` is closed at once; other tags that are not closed themselves are missing.
    if (isImplied && (this.#isEnding || !this.#isFresh)) {
      throw new ReportError('The XML is not well-formed, or cut off.')
    }
    this.#isFresh = false
    if (this.#path.pop() !== localName(qualified)) throw new ReportError('The XML is not well-formed.')
    const text = this.#text.trim()
    this.#text = ''
    const isRead = this.#isRead
    this.#isRead = false
    const element = this.#elements.pop()
    if (!element) return
    const { path } = element
    if (path === 'feedback') this.#isEnded = true
    else if (path === RECORD) this.#addRecord()
    else if (path === DKIM_RESULT || path === SPF_RESULT) this.#addResult(path === DKIM_RESULT)
    else if (isRead && text !== '') this.#note(element, text)
  }

  #note({ field }: ReportElement, text: string): void {
    if (!field) return
    const { container, name } = field
    const fields = this.#fieldsOf(container)
    if (fields.has(name)) throw new ReportError(`The report has two <${name}> in one place.`)
    fields.set(name, text)
  }

  #fieldsOf(container: Container): Fields {
    if (container === METADATA) return this.#metadata
    if (container === POLICY) return this.#policy
    return container === RECORD ? this.#record : this.#result
  }

  #addResult(isDkim: boolean): void {
    if (this.#result.get('result')?.toLowerCase() !== 'pass') return
    const domain = nameOf(this.#result.get('domain'))
    const selector = this.#result.get('selector')?.toLowerCase()
    const { returnPaths, selectors, domain: own } = this.#about
    // Selectors are optional in RFC 7489: a signature by the domain counts as ours if the reporter leaves them out.
    this.#isOurs ||= isDkim
      ? domain === own &&
        (selector === undefined || OWN_SELECTOR.test(selector) || selectors.includes(selector))
      : returnPaths.includes(domain)
  }

  #addRecord(): void {
    const field = (name: string) => this.#record.get(name)
    const messages = readCount(field('row/count'), this.#limits.messages)
    const row = {
      source: readAddress(field('row/source_ip')),
      disposition: dispositionOf(field('row/policy_evaluated/disposition')),
      isDkimAligned: isPass(field('row/policy_evaluated/dkim')),
      isSpfAligned: isPass(field('row/policy_evaluated/spf')),
      isOurs: this.#isOurs,
    }
    const from = nameOf(field('identifiers/header_from') ?? this.#policy.get('domain'))
    if (!isWithin(from, this.#about.domain)) {
      this.#foreignRecords += 1
      return
    }
    const key = Object.values(row).join(' ')
    const known = this.#rows.get(key)
    if (known) known.messages = Math.min(known.messages + messages, this.#limits.messages)
    else if (messages > 0) this.#rows.set(key, { ...row, messages })
  }

  #readHead() {
    const text = (name: string) => this.#metadata.get(name) ?? ''
    const beginsAt = readTime(text('date_range/begin'))
    const endsAt = readTime(text('date_range/end'))
    if (endsAt < beginsAt) throw new ReportError('The report ends before it begins.')
    if (endsAt - beginsAt > this.#limits.rangeSeconds) {
      throw new ReportError('The report covers more than a month.')
    }
    if (text('report_id') === '') throw new ReportError('The report has no <report_id>.')
    return { orgName: text('org_name'), reportId: text('report_id'), beginsAt, endsAt }
  }

  #readPolicy(): PublishedPolicy {
    const domain = nameOf(this.#policy.get('domain'))
    if (domain === '') throw new ReportError('The report names no domain.')
    const own = this.#about.domain
    if (!isWithin(domain, own) && !isWithin(own, domain)) {
      throw new ReportError(`The report is about ${domain.slice(0, 253)}, not about ${own}.`)
    }
    const fields = POLICY_FIELDS.map((name) => [
      name,
      this.#policy.get(name)?.toLowerCase().slice(0, 20) ?? null,
    ])
    return { domain, ...(Object.fromEntries(fields) as Omit<PublishedPolicy, 'domain'>) }
  }
}

const localName = (qualified: string): string => qualified.slice(qualified.indexOf(':') + 1)
