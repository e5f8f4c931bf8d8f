import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'

/** The account that holds the funds. */
export const PROTOCOL = defineProtocol(BASE, { title: 'PolicyCage', standing: 'own', isGround: true })
