import { type Hex, maxUint256 } from 'viem'
import type { HeldPosition, Unread } from './read-portfolio.ts'

/** What can be wrong with a position: its health is low, or its price range is left. */
const ALERT_TYPES = ['health', 'range'] as const

/** Something that is wrong with a position. */
export interface Alert {
  readonly type: (typeof ALERT_TYPES)[number]
  readonly protocol: string
  readonly key: Hex
}

/** Most alerts that a cursor holds. */
const MOST_ALERTS = 32

const ALERT_PATTERN = `(${ALERT_TYPES.join('|')})\\.[a-z0-9-]{1,40}\\.[0-9a-f]{64}`

/** The form of the alerts of a cursor. */
export const ALERTS_PATTERN = `(${ALERT_PATTERN}(,${ALERT_PATTERN}){0,${MOST_ALERTS - 1}})?`

/** Write alerts for a cursor. */
export const renderAlerts = (alerts: readonly Alert[]): string =>
  alerts
    .slice(0, MOST_ALERTS)
    .map(({ type, protocol, key }) => `${type}.${protocol}.${key.slice(2)}`)
    .join(',')

/** Read the alerts of a cursor. */
export const parseAlerts = (text: string): readonly Alert[] =>
  text === ''
    ? []
    : text.split(',').map((entry) => {
        const [type = '', protocol = '', key = ''] = entry.split('.')
        return { type: type as Alert['type'], protocol, key: `0x${key}` }
      })

/** Find what is wrong now. */
export const findAlerts = (positions: readonly HeldPosition[], healthBelowWad: bigint): readonly Alert[] =>
  positions.flatMap((position) => {
    const { protocol, key, health } = position
    const types: Alert['type'][] = [
      ...(owes(position) && health < healthBelowWad ? (['health'] as const) : []),
      ...(isOutOfRange(position) ? (['range'] as const) : []),
    ]
    return types.map((type) => ({ type, protocol, key }))
  })

/** Of positions with one health together it is told once for each debt. */
const owes = ({ lots, health }: HeldPosition): boolean =>
  health !== maxUint256 && lots.some(({ legs }) => legs.some(({ amount }) => amount < 0n))

/** Liquidity between two prices is one asset alone where the price has left them. */
const isOutOfRange = ({ lots }: HeldPosition): boolean =>
  lots.some(
    ({ legs }) =>
      legs.length > 1 && legs.some(({ amount }) => amount === 0n) && legs.some(({ amount }) => amount !== 0n),
  )

/** What came and what went since alerts that were told before; what could not be read stays as it was. */
export function compareAlerts(
  before: readonly Alert[],
  found: readonly Alert[],
  unread: readonly Unread[],
): {
  readonly active: readonly Alert[]
  readonly raised: readonly Alert[]
  readonly cleared: readonly Alert[]
} {
  const missing = (list: readonly Alert[], alert: Alert) => !list.some((other) => isSame(other, alert))
  const isUnread = (alert: Alert) =>
    unread.some(
      ({ protocol, key }) =>
        (protocol === alert.protocol || protocol === 'all' || protocol === 'unknown') &&
        (key === null || key === alert.key),
    )
  const gone = before.filter((alert) => missing(found, alert))
  return {
    active: [...found, ...gone.filter(isUnread)],
    raised: found.filter((alert) => missing(before, alert)),
    cleared: gone.filter((alert) => !isUnread(alert)),
  }
}

const isSame = (a: Alert, b: Alert) => a.type === b.type && a.protocol === b.protocol && a.key === b.key
