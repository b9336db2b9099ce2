// A file of contacts as a shop exports it. Row i is a function of i alone, so a search has the same number of hits in every
// run.
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const FIRST_NAMES = split(
  'Adam Agnes Aisha Alan Alice Amara Anders Andrea Anna Anton Astrid Aylin Beatrice Ben Bianca Boris Bruno Camille Carla Carlos Cecilia Chen Clara Claire Daniel Daria David Diego Dmitri Dora Edgar Elena Elias Elif Elsa Emil Emma Erik Esther Eva Fabian Fatima Felix Fiona Florian Frida Gabriel Georg Giulia Grace Greta Gustav Hanna Harald Hassan Heidi Helena Henrik Hugo Ian Ida Ines Ingrid Irina Isabel Ivan Jakob Jana Javier Joana Johan Jonas Judith Julia Kaito Karin Karl Katharina Kim Lars Laura Lea Leila Leon Lina Linus Louise Lucas Luis Magnus Marco Maria Marie Martin Mateo Max Mia Mikael Mina Mira Nadia Nico Nina Noah Nora Olga Oliver Omar Oscar Otto Paul Petra Pia Priya Rafael Rita Rosa Samuel Sara Sofia Stefan Thea Tom Uma Victor Yuki Zoe',
)
const LAST_NAMES = split(
  'abe adams ahmed albrecht almeida andersen arnold bachmann bailey barbosa bauer becker bell berg bergmann bianchi bishop blanc bloom bonnet brandt braun brown bruun busch byrne carlsen carter castillo chevalier clark cohen collins conti cooper costa cruz dahl davies delgado diaz dietrich dubois dupont eberhard eklund ellis engel evans faber farah ferrari fischer fontaine foster fournier franke fuchs garcia garnier gibson girard gomez graf grant greco gruber gupta haas hahn hall hansen harris hartmann heinrich herrera hoffman holm horn huber hughes ibrahim iversen jansen jensen johnson jones joshi kaiser kaplan keller kelly khan klein koch kowalski kraus kumar lang larsen lefebvre lehmann leroy lewis lindberg lopez lorenz ludwig lund maier marino martinez mason mercier meyer miller moreau morgan moretti moser muller murphy nakamura neumann nguyen nielsen novak nowak olsen ortiz ozturk palmer park patel pereira perez peters petrov pfeiffer philips pohl popov price quinn ramirez ramos reed reyes ricci richter rivera roberts rossi roth rousseau ruiz russo sanchez santos sato sauer schmidt schneider schulz schwarz silva simon singh smith sommer stein suzuki svensson tanaka taylor thomas torres turner vargas vasquez vogel wagner walker wang watson weber weiss white wilson winter wolf wright yilmaz young zhang zimmermann',
)
const COUNTRIES = split('Germany France Spain Italy Denmark Sweden Poland Turkey Japan India Brazil Mexico')
const PLANS = split('free free free free basic basic professional enterprise')

/** One address in five; the other large ones share two more in five. */
const LARGEST_DOMAIN = 'gmail.com'
const LARGE_DOMAINS = split(
  'outlook.com yahoo.com hotmail.com icloud.com gmx.de web.de orange.fr libero.it protonmail.com aol.com',
)
const COMPANY_WORDS = split('north silver green stone river bright alpine harbor meadow falcon')
const COMPANY_KINDS = split(
  'logistics foods textiles energy motors media software pharma travel garden optics paper music finance tools cycles robotics ceramics print dairy',
)
const LINES_PER_CHUNK = 5000

function split(words: string): string[] {
  return words.split(' ')
}

const pick = <T>(list: readonly T[], number: number): T => list[number % list.length] as T

/** Spreads neighbouring numbers over all 32 bits (the finaliser of MurmurHash3). */
function scatter(number: number): number {
  let h = Math.imul(number ^ (number >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** Companies hold two addresses in five: of a million, each of the two hundred has two thousand. */
const COMPANIES = COMPANY_WORDS.flatMap((word) => COMPANY_KINDS.map((kind) => `${word}-${kind}.com`))

function domainOf(row: number): string {
  const turn = Math.floor(row / 5)
  if (row % 5 === 0) return LARGEST_DOMAIN
  if (row % 5 <= 2) return pick(LARGE_DOMAINS, turn)
  return pick(COMPANIES, turn)
}

export function contactOf(row: number) {
  const random = scatter(row + 1)
  const firstName = pick(FIRST_NAMES, random)
  const name = `${firstName.toLowerCase()}.${pick(LAST_NAMES, random >>> 8)}`
  return {
    email: `${name}${row}@${domainOf(row)}`,
    subscribed: random % 10 !== 7,
    firstName,
    plan: pick(PLANS, random >>> 4),
    score: (random % 100_000) / 100,
    country: pick(COUNTRIES, random >>> 12),
  }
}

export async function writeContactFile(file: string, rows: number): Promise<void> {
  const chunks = function* () {
    yield 'email,subscribed,firstName,plan,score,country\n'
    for (let from = 0; from < rows; from += LINES_PER_CHUNK) {
      const count = Math.min(LINES_PER_CHUNK, rows - from)
      yield Array.from({ length: count }, (_, i) => `${Object.values(contactOf(from + i)).join(',')}\n`).join(
        '',
      )
    }
  }
  await pipeline(Readable.from(chunks()), createWriteStream(file))
}

type Search = { kind: string; texts: string[]; hits: [number, number] }

/** Searches by difficulty, with the smallest and the largest number of hits of their texts in a million rows. */
export const SEARCHES: Search[] = [
  { kind: 'an address', texts: [700_003, 250_001, 999_999].map((row) => contactOf(row).email), hits: [1, 1] },
  {
    kind: 'a name',
    texts: ['anna.miller', 'lars.zhang', 'katharina.schneider', 'marie.martinez'],
    hits: [1, 100],
  },
  {
    kind: 'a company',
    texts: ['north-media', 'falcon-robotics.com', 'silver-energy', '@green-garden'],
    hits: [2000, 2000],
  },
  { kind: 'common letters', texts: ['an.mar', 'na.sch', 'ria.s', 'er1234', 'ra.ma'], hits: [1, 2000] },
  { kind: 'digits', texts: ['4711', '90210', '1234@', '0007'], hits: [1, 2000] },
  {
    kind: 'common letters that never meet',
    texts: ['anna.miller@gmail', 'marie.martin.com', 'comanna'],
    hits: [0, 0],
  },
]
