import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'

/** Uniswap V4: pools in one contract, the native coin among their currencies, and hooks. */
export const PROTOCOL = defineProtocol(BASE, {
  title: 'Uniswap V4',
  standing: 'published',
})
