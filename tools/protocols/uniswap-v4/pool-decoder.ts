import { type CallDecoder, NO_EFFECT } from '../../core/call-decoder.ts'
import { decodeExactly } from '../../kit/decode-exactly.ts'
import { selectorsOf } from '../../kit/selectors-of.ts'
import { poolManagerAbi } from './abi.ts'

/** Decode what opens a pool: it moves nothing. */
export const POOL_DECODER: CallDecoder = {
  claims: [
    { target: 'own', contracts: ['poolManager'], selectors: selectorsOf(poolManagerAbi, ['initialize']) },
  ],
  decode: ({ valueWei, data }) =>
    valueWei === 0n && decodeExactly(poolManagerAbi, data)?.functionName === 'initialize'
      ? { ...NO_EFFECT, functionName: 'initialize' }
      : undefined,
}
