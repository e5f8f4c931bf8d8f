import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'
import { DECODER } from './decoder.ts'

/** Across: deposits on this chain that relayers fill on others. */
export const PROTOCOL = defineProtocol(BASE, {
  title: 'Across',
  standing: 'published',
  decoders: [DECODER],
  cage: {
    spokePool: {
      functions: ['depositV3'],
      checker: { contract: 'AcrossChecker', args: ['spokePool'] },
    },
  },
})
