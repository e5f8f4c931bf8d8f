import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'
import { DECODER } from './decoder.ts'

/** UniswapX: signed orders that fillers carry out. */
export const PROTOCOL = defineProtocol(BASE, {
  title: 'UniswapX',
  standing: 'published',
  decoders: [DECODER],
  cage: {
    reactor: { functions: ['execute'], checker: { contract: 'UniswapXChecker', args: ['reactor'] } },
  },
})
