import { type PublicClient, parseAbi } from 'viem'
import { isAddressEqual } from '../../../tools/core/is-address-equal.ts'
import type { Lot, Position } from '../../../tools/core/position.ts'
import { listPositionViews, readPositionsAround } from '../../../tools/safety/evidence/read-positions.ts'
import type { SafetyPolicy } from '../../../tools/safety/policy/policy.ts'
import type { Law, LawBreach, LawMoment } from './law.ts'

const feedAbi = parseAbi([
  'function latestRoundData() view returns (uint80, int256 answer, uint256, uint256 updatedAt, uint80)',
])

/** Write what is there of a position, one line. */
const describe = ({ place, health, lots }: Position, what: (lot: Lot) => unknown[]): string =>
  [place, health, ...lots.filter(({ units }) => units > 0n).map((lot) => what(lot).join(' '))].join(', ')

const unitsOf = ({ units, index, claimableFromSeconds = 0 }: Lot) => [units, index, claimableFromSeconds]
const legsOf = ({ legs }: Lot) => legs.map(({ token, amount }) => `${amount} of ${token.toLowerCase()}`)

/** Whether the cage takes a token at its price of before: it has no fresh one. What it does not list is no excuse. */
async function isStale(
  client: PublicClient,
  token: Lot['legs'][number]['token'],
  { assets }: SafetyPolicy,
  nowSeconds: bigint,
): Promise<boolean> {
  const asset = assets.find((known) => isAddressEqual(known.token, token))
  if (asset === undefined) return false
  if (asset.feed === undefined) return true
  const round = await client
    .readContract({ address: asset.feed, abi: feedAbi, functionName: 'latestRoundData' })
    .catch(() => undefined)
  return round === undefined || round[1] <= 0n || nowSeconds - round[3] > BigInt(asset.maxStalenessSeconds)
}

async function compare(
  counted: Position,
  observed: Position | undefined,
  { client, stage, headSeconds }: LawMoment,
): Promise<LawBreach | undefined> {
  const subject = `${counted.protocol} ${counted.key}`
  if (observed === undefined) {
    const isEmpty = counted.lots.every(({ units }) => units === 0n)
    return isEmpty ? undefined : { expected: `nothing under ${subject}`, found: describe(counted, unitsOf) }
  }
  for (const what of [unitsOf, legsOf]) {
    const [expected, found] = [describe(observed, what), describe(counted, what)]
    if (expected === found) continue
    const tokens = counted.lots.flatMap(({ legs }) => legs.map(({ token }) => token))
    const stale = await Promise.all(
      tokens.map((token) => isStale(client, token, stage.session.policy, headSeconds)),
    )
    if (what === legsOf && stale.includes(true)) continue
    return { expected: `${expected} (observed under ${subject})`, found }
  }
  return undefined
}

/** What the cage counts of positions is what the protocols' testbeds observe of them, to the last base unit, after every step. */
export const READER_IS_OBSERVE: Law = {
  name: 'law.reader-is-observe',
  invariants: ['I64', 'I65'],
  watch: () => async (moment) => {
    const { stage, client, outcome } = moment
    const [view] = listPositionViews(stage.session.policy, stage.cage)
    if (view === undefined) return undefined
    const { data } = await client.call({ to: view.to, data: view.data }).catch(() => ({ data: undefined }))
    const views = { before: [data], after: [data] }
    const { positions, problem } = readPositionsAround(stage.session.policy, views).before
    // What cannot be read counts as it was booked, and denies.
    if (problem !== undefined) return undefined
    const find = (list: readonly Position[], { protocol, key, place }: Position) =>
      list.find((other) => other.protocol === protocol && other.key === key && other.place === place)
    const { positions: moved = [] } = outcome.observation?.report ? (outcome.observation.outcome ?? {}) : {}
    const grown = moved.filter(({ observedUnits }) => BigInt(observedUnits) > 0n)
    if (positions.length === 0 && grown.length === 0) return undefined
    const held = positions.filter(({ lots }) => lots.some(({ units }) => units > 0n))
    const twice = held.find((position, at) => find(held.slice(0, at), position))
    if (twice) {
      const { protocol, key } = twice
      return { expected: `${protocol} ${key} counted once`, found: 'counted twice' }
    }
    const { positions: observed } = await stage.readHoldings()
    for (const counted of positions) {
      const breach = await compare(counted, find(observed, counted), moment)
      if (breach) return breach
    }
    const uncounted = observed.find(
      (position) =>
        find(positions, position) === undefined &&
        grown.some(({ protocol, key }) => protocol === position.protocol && key === position.key),
    )
    return (
      uncounted && {
        expected: 'every position that an action made to be counted',
        found: `nothing for ${uncounted.protocol} ${uncounted.key}`,
      }
    )
  },
}
