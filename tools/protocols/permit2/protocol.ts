import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'
import { DECODER } from './decoder.ts'
import { SIGNATURES } from './signatures.ts'

/** Permit2: expiring allowances, and permits by signature. */
export const PROTOCOL = defineProtocol(BASE, {
  title: 'Permit2',
  standing: 'published',
  decoders: [DECODER],
  signatures: SIGNATURES,
  cage: { permit2: ['approve', 'lockdown', 'invalidateNonces', 'invalidateUnorderedNonces'] },
})
