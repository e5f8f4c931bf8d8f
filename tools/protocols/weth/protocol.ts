import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'
import { DECODER } from './decoder.ts'

/** The native coin as an ERC-20. */
export const PROTOCOL = defineProtocol(BASE, {
  title: 'WETH9',
  standing: 'published',
  decoders: [DECODER],
  cage: { weth: ['deposit', 'withdraw'] },
})
