import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'
import { DECODER } from './decoder.ts'
import { TOOL_DEF as WRAP } from './weth-wrap-eth.ts'
import { readWrapDeltas } from './wrap-deltas.ts'

/** The native coin as an ERC-20. */
export const PROTOCOL = defineProtocol(BASE, {
  title: 'WETH9',
  standing: 'published',
  decoders: [DECODER],
  fills: {
    wrap: {
      tool: WRAP,
      toParams: ({ amountBaseUnits }) => ({ amountBaseUnits: amountBaseUnits.toString() }),
      observe: ({ receipt, account }) => ({ assets: readWrapDeltas(receipt, account) }),
    },
  },
  cage: { weth: ['deposit', 'withdraw'] },
})
