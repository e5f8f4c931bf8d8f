import { pad } from 'viem'
import { decodeFunctionResult } from '../../core/decode-function-result.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import type { PositionIndex } from '../../core/position-source.ts'
import { poolAbi as abi } from './abi.ts'

const RESERVES = encodeFunctionData({ abi, functionName: 'getReservesList' })

/** An account may have something in every reserve of the pool, whose assets are the reader's keys. */
export const INDEX: PositionIndex = {
  ask: (to) => [{ to, data: RESERVES }],
  read([data]) {
    if (data === undefined) return { keys: [], missing: 'the pool does not list its reserves' }
    const assets = decodeFunctionResult({ abi, functionName: 'getReservesList', data })
    return { keys: assets.map((asset) => pad(asset, { size: 32 })) }
  },
}
