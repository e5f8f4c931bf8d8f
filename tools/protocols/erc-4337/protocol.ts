import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'

/** ERC-4337: accounts that are contracts, and what carries their operations out. */
export const PROTOCOL = defineProtocol(BASE, {
  title: 'ERC-4337',
  standing: 'published',
  owner: { accountFactory: { functions: ['createAccount'] } },
})
