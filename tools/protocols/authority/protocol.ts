import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'
import { DECODER, GUARD } from './decoder.ts'

/** Blanket authority, which is never granted. */
export const PROTOCOL = defineProtocol(BASE, {
  title: 'Blanket authority',
  standing: 'none',
  guards: [GUARD],
  decoders: [DECODER],
})
