import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'

/** Balancer V2. */
export const PROTOCOL = defineProtocol(BASE, { title: 'Balancer V2', standing: 'published' })
