import { Badge } from '../../components/notices/badge.tsx'
import type { Tone } from '../../components/notices/badge.tsx'
import { Card } from '../../components/page.tsx'
import { formatCount } from '../../format/number.ts'
import { Time } from '../../format/time.tsx'
import { receiverNames } from '../../patterns/destinations/receivers.texts.ts'
import type { Brake, Reply } from '../../api/sending/reputation.ts'
import { reputation } from './reputation.texts.ts'

const { replies: replyTexts, brakes: brakeTexts } = reputation

const EFFECT_TONES: Record<Reply['effect'], Tone> = { deferred: 'warn', refused: 'bad', reported: 'bad' }

/** The most frequent replies, and since when each has come. */
export const RepliesCard = ({ replies }: { replies: readonly Reply[] }) => (
  <Card title={replyTexts.title}>
    {replies.length === 0 ? (
      <p className="text-sm text-soft">{replyTexts.none}</p>
    ) : (
      <ul aria-label={replyTexts.title} className="divide-y divide-line text-sm">
        {replies.map(({ provider, effect, reply, emails, since, lastAt }) => (
          <li key={`${provider} ${effect} ${reply}`} className="py-2.5 first:pt-0 last:pb-0">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="font-medium">{receiverNames[provider]}</span>
              <Badge tone={EFFECT_TONES[effect]}>{replyTexts.effects[effect]}</Badge>
              <span className="tabular ml-auto font-medium">{formatCount(emails)}</span>
            </p>
            <p className="mt-1 font-mono text-xs break-words">{reply ?? replyTexts.others}</p>
            <p className="mt-0.5 text-xs text-soft">
              {replyTexts.since} <Time at={since} />, {replyTexts.last} <Time at={lastAt} />
            </p>
          </li>
        ))}
      </ul>
    )}
  </Card>
)

const KIND_TONES: Record<Brake['kind'], Tone> = {
  warned: 'warn',
  paused: 'bad',
  transport: 'warn',
  destination: 'warn',
  'warm-up': 'info',
}

const isReceiver = (name: string): name is keyof typeof receiverNames => Object.hasOwn(receiverNames, name)

function nameOf({ name, transport }: Brake): string {
  if (name === null) return brakeTexts.project
  const receiver = isReceiver(name) ? receiverNames[name] : name
  return transport === null || transport.name === name ? receiver : `${receiver} · ${transport.name}`
}

/** The history of the brake, the newest first. */
export const BrakesCard = ({ brakes }: { brakes: readonly Brake[] }) => (
  <Card title={brakeTexts.title}>
    {brakes.length === 0 ? (
      <p className="text-sm text-soft">{brakeTexts.none}</p>
    ) : (
      <ul aria-label={brakeTexts.title} className="divide-y divide-line text-sm">
        {brakes.map((brake) => (
          <li key={`${brake.kind} ${brake.name} ${brake.since}`} className="py-2.5 first:pt-0 last:pb-0">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="font-medium break-all">{nameOf(brake)}</span>
              <Badge tone={KIND_TONES[brake.kind]}>{brakeTexts.kinds[brake.kind]}</Badge>
            </p>
            {brake.reason !== null && <p className="mt-1 text-xs break-words text-soft">{brake.reason}</p>}
            <p className="mt-0.5 text-xs text-soft">
              {brakeTexts.from} <Time at={brake.since} />
              {', '}
              {brake.endedAt === null ? (
                brakeTexts.now
              ) : (
                <>
                  {brakeTexts.until} <Time at={brake.endedAt} />
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    )}
  </Card>
)
