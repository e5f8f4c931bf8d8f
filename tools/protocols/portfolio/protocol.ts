import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'

/** What accounts have over all protocols: no ground, since who may read it reads the positions of each. */
export const PROTOCOL = defineProtocol(BASE, { title: 'The portfolio', standing: 'none' })
