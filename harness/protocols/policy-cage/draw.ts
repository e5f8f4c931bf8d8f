import { parseAbi } from 'viem'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import type { ProtocolDraw } from '../../vocabulary/draw.ts'

const abi = parseAbi([
  'struct CageCall { address target; uint256 value; bytes data; }',
  'function execute(CageCall[] calls, uint256 deadline, bytes32 permitId)',
])

/** Calls of the cage to itself. */
export const DRAW: ProtocolDraw = {
  kinds: {
    'pause-cage': { undrawn: 'nothing but exits could follow it, until the owner says so' },
  },
  shapes: {
    reenter: ({ cage, call }) => [
      call(
        cage,
        encodeFunctionData({ abi, functionName: 'execute', args: [[], 2n ** 64n, `0x${'0'.repeat(64)}`] }),
      ),
    ],
  },
}
