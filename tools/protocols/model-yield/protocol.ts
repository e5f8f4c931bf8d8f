import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'

/** What the published protocols here lack: leaving through a queue, slashing, orders that others fill. */
export const PROTOCOL = defineProtocol(BASE, {
  title: 'Model yield',
  standing: 'model',
})
