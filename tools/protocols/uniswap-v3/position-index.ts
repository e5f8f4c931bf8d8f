import { type Address, type Hex, numberToHex } from 'viem'
import type { AddressesOf } from '../../core/base.ts'
import { decodeFunctionResult } from '../../core/decode-function-result.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { PositionIndex } from '../../core/position-source.ts'
import { positionManagerAbi as abi } from './abi.ts'
import { BASE } from './base.ts'

/** Most positions of an account that are listed. */
const MOST_POSITIONS = 50

/** Most positions that lie with the staker, whoever's they are. */
const MOST_STAKED = 20

const listIds = (owner: Address, most: number): Hex[] => [
  encodeFunctionData({ abi, functionName: 'balanceOf', args: [owner] }),
  // Ids are asked for before it is known how many there are: what is beyond the last one just fails.
  ...Array.from({ length: most }, (_, index) =>
    encodeFunctionData({ abi, functionName: 'tokenOfOwnerByIndex', args: [owner, BigInt(index)] }),
  ),
]

/** The staker of a position manager, where it has the addresses of a known chain. */
const stakerOf = (manager: Address): Address | undefined =>
  Object.values<AddressesOf<typeof BASE.addresses>>(BASE.addresses).find(({ positionManager }) =>
    isAddressEqual(positionManager, manager),
  )?.staker

function readIds([balance, ...ids]: readonly (Hex | undefined)[]) {
  if (balance === undefined) return undefined
  const keys = ids.flatMap((data): Hex[] =>
    data === undefined
      ? []
      : [numberToHex(decodeFunctionResult({ abi, functionName: 'tokenOfOwnerByIndex', data }), { size: 32 })],
  )
  return { keys, owned: decodeFunctionResult({ abi, functionName: 'balanceOf', data: balance }) }
}

/**
 * The position manager lists the ids of an owner, which are the reader's keys; of those that the staker has, the reader
 * shows the account's.
 */
export const INDEX: PositionIndex = {
  ask(to, account) {
    const staker = stakerOf(to)
    const asked = [...listIds(account, MOST_POSITIONS), ...(staker ? listIds(staker, MOST_STAKED) : [])]
    return asked.map((data) => ({ to, data }))
  },
  read(answers, target) {
    const own = readIds(answers.slice(0, MOST_POSITIONS + 1))
    if (own === undefined) return { keys: [], missing: 'the position manager does not answer' }
    const staked = stakerOf(target) && readIds(answers.slice(MOST_POSITIONS + 1))
    const keys = [...own.keys, ...(staked?.keys ?? [])]
    if (BigInt(own.keys.length) !== own.owned) {
      const missing = `the account owns ${own.owned} positions, of which ${own.keys.length} are listed`
      return { keys, missing }
    }
    if (staked && BigInt(staked.keys.length) !== staked.owned) {
      const missing = `${staked.owned} positions are staked, of which ${staked.keys.length} are listed`
      return { keys, missing }
    }
    return { keys }
  },
}
