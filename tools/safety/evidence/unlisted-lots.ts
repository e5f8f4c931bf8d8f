import type { Address, Hex } from 'viem'
import type { ViewQuery, WatchQuery } from '../../core/chain.ts'
import { decodeFunctionResult } from '../../core/decode-function-result.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { type LotChange, type LotSide, listLotChanges } from '../../core/lot-changes.ts'
import { differenceBps, type Expectation } from '../../core/outcome.ts'
import { pairDeltas, toPositionDelta } from '../../core/pair-deltas.ts'
import type { Position } from '../../core/position.ts'
import { positionReaderAbi } from '../../core/position-reader-abi.ts'
import type { SafetyPolicy } from '../policy/policy.ts'
import { type PositionsAround, readLots } from './read-positions.ts'

/** No price of as many tokens as a position may name: units have none. */
const NO_PRICES = Array<bigint>(8).fill(0n)

type Key = Pick<Position, 'protocol' | 'key'>

/** A position that the cage does not list at both moments, as its reader is asked for it. */
export interface UnlistedQuery extends Key {
  readonly view: ViewQuery
}

const isOf =
  ({ protocol, key }: Key) =>
  (other: { readonly protocol: string; readonly key: string }) =>
    other.protocol === protocol && other.key === key

/**
 * List what readers have to be asked for where a change that a plan states is not what the cage's list shows: the cage
 * begins to list a position as an action adds to it, and forgets one of which nothing counted is left, whatever others gave.
 */
export function listUnlisted(
  { positions: stated, toleranceBps }: Expectation,
  { before, after, changes }: PositionsAround,
  { readers }: Pick<SafetyPolicy, 'readers'>,
  account: Address,
): readonly UnlistedQuery[] {
  if ((before.problem ?? after.problem) !== undefined) return []
  const drifting = pairDeltas(stated, changes.map(toPositionDelta)).filter(
    ({ expectedDelta, unitsDelta }) => differenceBps(expectedDelta, unitsDelta) > toleranceBps,
  )
  const keys = drifting.flatMap(({ protocol, key }): Key[] => (key === 'new' ? [] : [{ protocol, key }]))
  const unlisted = keys.filter(
    (position, index) =>
      keys.findIndex(isOf(position)) === index &&
      stated.some(isOf(position)) &&
      ![before, after].every(({ positions }) => positions.some(isOf(position))),
  )
  return unlisted.flatMap(({ protocol, key }) =>
    readers
      .filter((reader) => reader.protocol === protocol)
      .map(({ address }) => {
        const args = [account, key, NO_PRICES] as const
        const data = encodeFunctionData({ abi: positionReaderAbi, functionName: 'holdings', args })
        return { protocol, key, view: { to: address, data } }
      }),
  )
}

/** Ask readers around an action as well: before the cage, which measures most. */
export function askReaders(watch: WatchQuery, unlisted: readonly UnlistedQuery[]): WatchQuery {
  const views = unlisted.map(({ view }) => view)
  const add = (known: WatchQuery['views'] = []) => [...known.slice(0, -1), ...views, ...known.slice(-1)]
  const { behind } = watch
  return {
    ...watch,
    views: add(watch.views),
    ...(behind ? { behind: { ...behind, views: add(behind.views) } } : {}),
  }
}

/**
 * List the changes of lots with what readers show of unlisted positions in the place of what the cage lists of them. One
 * that not exactly one reader shows stays as it is listed. Readers without prices tell no worth.
 */
export function showUnlisted(
  { before, after, changes }: PositionsAround,
  asked: readonly UnlistedQuery[],
  answers: Record<'before' | 'after', readonly (Hex | undefined)[]>,
): readonly LotChange[] {
  const shown = asked.flatMap((query, index) => {
    const was = readAnswer(query, answers.before[index])
    const is = readAnswer(query, answers.after[index])
    if (was === undefined || is === undefined) return []
    return [...was.lots, ...is.lots].some(({ units }) => units > 0n) ? [{ was, is }] : []
  })
  const known = shown.filter(({ was }) => shown.filter((other) => isOf(was)(other.was)).length === 1)
  const found = known.flatMap(({ was, is }) => {
    const [listed, left] = [before, after].map(({ positions }) => positions.find(isOf(was)))
    return listLotChanges([listed ?? was], [left ?? is]).map((change) => ({
      ...change,
      before: listed ? change.before : withoutWorth(change.before),
      after: left ? change.after : withoutWorth(change.after),
    }))
  })
  return [...changes.filter((change) => !known.some(({ was }) => isOf(was)(change))), ...found]
}

const withoutWorth = ({ units }: LotSide): LotSide => ({ units, legs: [] })

function readAnswer({ protocol, key }: Key, data: Hex | undefined): Position | undefined {
  if (data === undefined) return undefined
  try {
    const [place, health, lots] = decodeFunctionResult({
      abi: positionReaderAbi,
      functionName: 'holdings',
      data,
    })
    return { protocol, key, place, health, lots: readLots(lots) }
  } catch {
    return undefined
  }
}
