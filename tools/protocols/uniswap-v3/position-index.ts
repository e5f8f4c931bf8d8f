import { type Hex, numberToHex } from 'viem'
import { decodeFunctionResult } from '../../core/decode-function-result.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import type { PositionIndex } from '../../core/position-source.ts'
import { positionManagerAbi as abi } from './abi.ts'

/** Most positions of an account that are listed. */
const MOST_POSITIONS = 50

/** The position manager lists the ids of an owner, which are the reader's keys. */
export const INDEX: PositionIndex = {
  ask(to, account) {
    // Ids are asked for before it is known how many there are: what is beyond the last one just fails.
    const ids = Array.from({ length: MOST_POSITIONS }, (_, index) =>
      encodeFunctionData({ abi, functionName: 'tokenOfOwnerByIndex', args: [account, BigInt(index)] }),
    )
    const balance = encodeFunctionData({ abi, functionName: 'balanceOf', args: [account] })
    return [balance, ...ids].map((data) => ({ to, data }))
  },
  read([balance, ...ids]) {
    if (balance === undefined) return { keys: [], missing: 'the position manager does not answer' }
    const owned = decodeFunctionResult({ abi, functionName: 'balanceOf', data: balance })
    const keys = ids.flatMap((data): Hex[] =>
      data === undefined
        ? []
        : [
            numberToHex(decodeFunctionResult({ abi, functionName: 'tokenOfOwnerByIndex', data }), {
              size: 32,
            }),
          ],
    )
    const missing = `the account owns ${owned} positions, of which ${keys.length} are listed`
    return { keys, ...(BigInt(keys.length) === owned ? {} : { missing }) }
  },
}
