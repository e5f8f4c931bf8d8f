import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'
import { DECODER } from './decoder.ts'

/** Accounts that are contracts. */
export const PROTOCOL = defineProtocol(BASE, {
  title: 'Smart accounts',
  standing: 'none',
  decoders: [DECODER],
})
