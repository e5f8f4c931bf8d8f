import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'
import { DECODER } from './decoder.ts'
import { TOOL_DEF as APPROVE } from './erc20-approve-spender.ts'
import { TOKEN_GRANTS } from './grants.ts'
import { SIGNATURES } from './signatures.ts'

/** Fungible tokens. */
export const PROTOCOL = defineProtocol(BASE, {
  title: 'ERC-20',
  standing: 'published',
  isGround: true,
  decoders: [DECODER],
  signatures: SIGNATURES,
  fills: {
    allow: {
      tool: APPROVE,
      toParams: ({ token, spender, amountBaseUnits }) => ({
        token,
        spender,
        amountBaseUnits: amountBaseUnits.toString(),
      }),
    },
  },
  authority: () => TOKEN_GRANTS,
})
