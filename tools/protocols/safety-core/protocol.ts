import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'

/** The safety layer. */
export const PROTOCOL = defineProtocol(BASE, { title: 'The safety layer', standing: 'none', isGround: true })
