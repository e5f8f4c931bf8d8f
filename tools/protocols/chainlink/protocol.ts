import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'

/** Price feeds. */
export const PROTOCOL = defineProtocol(BASE, { title: 'Chainlink', standing: 'model', isGround: true })
