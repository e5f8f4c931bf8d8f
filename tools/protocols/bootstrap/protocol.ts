import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'

/** What has to stand before an agent starts: ground, since it looks at the agent's own configuration alone. */
export const PROTOCOL = defineProtocol(BASE, { title: 'First start', standing: 'none', isGround: true })
