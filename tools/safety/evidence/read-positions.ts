import type { Address, Hex } from 'viem'
import type { ViewQuery } from '../../core/chain.ts'
import { decodeFunctionResult } from '../../core/decode-function-result.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { type LotChange, listLotChanges } from '../../core/lot-changes.ts'
import type { Lot, Position } from '../../core/position.ts'
import type { CountedHolding } from '../../core/position-keeper.ts'
import type { SafetyPolicy } from '../policy/policy.ts'

type Readers = Pick<SafetyPolicy, 'readers'>

/** What an account holds and owes in protocols at one moment, as far as the cage's readers say. */
export interface ReadPositions {
  readonly positions: readonly Position[]
  /** Why not all of it could be read. */
  readonly problem?: string
}

/** Positions around an action, and the lots of which units came or went. */
export interface PositionsAround {
  readonly before: ReadPositions
  readonly after: ReadPositions
  readonly changes: readonly LotChange[]
  /** The same, with the units that are there of what the cage does not list at both moments; absent where nothing differs. */
  readonly shown?: readonly LotChange[]
}

const HOLDINGS = encodeFunctionData({ abi: policyCageAbi, functionName: 'holdings' })

/** List the views that show an account's positions; a policy without readers counts none. */
export const listPositionViews = (policy: Readers, account: Address): readonly ViewQuery[] =>
  policy.readers.length === 0 ? [] : [{ to: account, data: HOLDINGS }]

/** Read positions around an action from what the views of {@link listPositionViews} answered. */
export function readPositionsAround(
  policy: Readers,
  views: { readonly before: readonly (Hex | undefined)[]; readonly after: readonly (Hex | undefined)[] },
): PositionsAround {
  const [before, after] = [readPositions(policy, views.before[0]), readPositions(policy, views.after[0])]
  return { before, after, changes: listLotChanges(before.positions, after.positions) }
}

/** Read what the cage answered; each reader belongs to the protocol that the policy names. */
function readPositions(policy: Readers, answer: Hex | undefined): ReadPositions {
  if (policy.readers.length === 0) return NO_POSITIONS
  if (answer === undefined) return { positions: [], problem: 'the cage does not answer' }
  let problem: string | undefined
  const note = (text: string) => {
    problem ??= text
  }
  const holdings = decode(answer)
  if (holdings === undefined) return { positions: [], problem: 'the cage answers something else' }
  const positions = holdings.flatMap(({ reader, key, place, health, lots, readable }): Position[] => {
    const protocol = policy.readers.find(({ address }) => isAddressEqual(address, reader))?.protocol
    if (protocol === undefined) {
      note(`position ${key} is counted by ${reader}, which the policy does not list`)
      return []
    }
    // Of what cannot be read neither lots nor health are known: none is no health of 0.
    if (!readable) {
      note(`position ${key} in ${protocol} cannot be read`)
      return []
    }
    return [
      {
        protocol,
        key,
        place,
        health,
        lots: readLots(lots),
      },
    ]
  })
  return { positions, ...(problem === undefined ? {} : { problem }) }
}

/** Read lots as a reader tells them. */
export const readLots = (lots: CountedHolding['lots']): Position['lots'] =>
  lots.map(
    ({ units, index, claimableFrom, legs }): Lot => ({
      units,
      index,
      legs,
      ...(claimableFrom === 0 ? {} : { claimableFromSeconds: claimableFrom }),
    }),
  )

const decode = (data: Hex) => {
  try {
    return decodeFunctionResult({ abi: policyCageAbi, functionName: 'holdings', data })
  } catch {
    return undefined
  }
}

const NO_POSITIONS: ReadPositions = { positions: [] }
