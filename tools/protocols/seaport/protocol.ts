import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'
import { SIGNATURES } from './signatures.ts'

/** Seaport, whose orders are read and ended; no tool makes one. */
export const PROTOCOL = defineProtocol(BASE, { title: 'Seaport', standing: 'none', signatures: SIGNATURES })
