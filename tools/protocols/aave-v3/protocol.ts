import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'
import { DECODER } from './decoder.ts'

/** Aave V3. */
export const PROTOCOL = defineProtocol(BASE, {
  title: 'Aave V3',
  standing: 'published',
  decoders: [DECODER],
})
