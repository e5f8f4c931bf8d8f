import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'

/** Across: deposits on this chain that relayers fill on others. */
export const PROTOCOL = defineProtocol(BASE, { title: 'Across', standing: 'published' })
