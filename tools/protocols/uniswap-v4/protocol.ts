import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'
import { SWAP_FORMATS } from './decoder.ts'

/** Uniswap V4: pools in one contract, the native coin among their currencies, and hooks. */
export const PROTOCOL = defineProtocol(BASE, {
  title: 'Uniswap V4',
  standing: 'published',
  formats: SWAP_FORMATS,
})
