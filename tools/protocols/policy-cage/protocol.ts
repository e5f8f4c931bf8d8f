import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'
import { DECODER, GATE_DECODER } from './decoder.ts'

/** The account that holds the funds. */
export const PROTOCOL = defineProtocol(BASE, {
  title: 'PolicyCage',
  standing: 'own',
  isGround: true,
  decoders: [DECODER, GATE_DECODER],
  operator: { cage: { functions: ['pause'], at: 'account' } },
})
