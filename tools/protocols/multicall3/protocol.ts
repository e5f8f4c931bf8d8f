import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'
import { DECODER } from './decoder.ts'

/** Bundles of calls to any contract. */
export const PROTOCOL = defineProtocol(BASE, {
  title: 'Multicall3',
  standing: 'published',
  decoders: [DECODER],
})
