import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'

/** Aave V3. */
export const PROTOCOL = defineProtocol(BASE, {
  title: 'Aave V3',
  standing: 'published',
})
