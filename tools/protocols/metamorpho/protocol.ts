import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'
import { DECODER, OPERATOR_FUNCTIONS } from './decoder.ts'

/** MetaMorpho: vaults over Morpho's markets, managed by owner, curator, allocators and guardian. */
export const PROTOCOL = defineProtocol(BASE, {
  title: 'MetaMorpho',
  standing: 'published',
  decoders: [DECODER],
  operator: { usdcVault: { functions: OPERATOR_FUNCTIONS } },
  owner: {
    factory: { functions: ['createMetaMorpho'] },
    usdcVault: {
      functions: ['submitCap', 'submitMarketRemoval', 'setIsAllocator', 'setFee', 'setFeeRecipient'],
    },
    publicAllocator: { functions: ['setFlowCaps'] },
  },
})
