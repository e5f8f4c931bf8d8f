import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'

/** Pendle V2: yield split into principal and yield tokens, and markets of them. */
export const PROTOCOL = defineProtocol(BASE, { title: 'Pendle V2', standing: 'published' })
