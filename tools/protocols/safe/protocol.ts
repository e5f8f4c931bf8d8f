import { defineProtocol } from '../../core/protocol.ts'
import { ACCOUNT } from './account.ts'
import { BASE } from './base.ts'
import { DECODER } from './decoder.ts'

/** Accounts of several owners. */
export const PROTOCOL = defineProtocol(BASE, {
  title: 'Safe',
  standing: 'published',
  decoders: [DECODER],
  account: ACCOUNT,
  owner: { proxyFactory: { functions: ['createProxyWithNonce'] } },
})
