import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'
import { DECODER } from './decoder.ts'

/** The agent's own account and the native coin. */
export const PROTOCOL = defineProtocol(BASE, {
  title: 'Wallet',
  standing: 'none',
  isGround: true,
  decoders: [DECODER],
})
