import { defineBase } from '../../core/base.ts'
import { entryPointAbi } from './abi.ts'

/** EntryPoint 0.7 (https://github.com/eth-infinitism/account-abstraction/releases/tag/v0.7.0). */
export const BASE = defineBase({
  id: 'erc-4337',
  contracts: { entryPoint: { abi: entryPointAbi } },
  addresses: { 1: { entryPoint: '0x0000000071727De22E5E9d8BAf0edAc6f37da032' } },
})
