import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'

/** Delegations by which an account lets keys act for it within limits. */
export const PROTOCOL = defineProtocol(BASE, { title: 'Delegation Framework', standing: 'published' })
