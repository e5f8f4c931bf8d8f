import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'
import { DECODER } from './decoder.ts'

/** Roles by which accounts of several owners let others act for them. */
export const PROTOCOL = defineProtocol(BASE, {
  title: 'Zodiac Roles',
  standing: 'published',
  decoders: [DECODER],
})
