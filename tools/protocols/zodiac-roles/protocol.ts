import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'
import { ACT_DECODER, DECODER } from './decoder.ts'

/** Roles by which accounts of several owners let others act for them. */
export const PROTOCOL = defineProtocol(BASE, {
  title: 'Zodiac Roles',
  standing: 'published',
  decoders: [DECODER, ACT_DECODER],
  operator: { modifier: { functions: ['execTransactionWithRole'] } },
})
