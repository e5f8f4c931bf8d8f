import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'

/** The chain itself. */
export const PROTOCOL = defineProtocol(BASE, { title: 'The chain itself', standing: 'none', isGround: true })
