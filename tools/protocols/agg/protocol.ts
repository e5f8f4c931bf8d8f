import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'

/** Trades over every enabled venue, at once or in slices. */
export const PROTOCOL = defineProtocol(BASE, {
  title: 'Aggregator',
  standing: 'none',
  isGround: true,
})
