import { defineBase } from '../../core/base.ts'
import { accountFactoryAbi, entryPointAbi, simpleAccountAbi } from './abi.ts'

/** EntryPoint 0.7 and the factory of its sample accounts (https://github.com/eth-infinitism/account-abstraction/releases/tag/v0.7.0). */
export const BASE = defineBase({
  id: 'erc-4337',
  contracts: {
    entryPoint: { abi: entryPointAbi },
    accountFactory: { abi: accountFactoryAbi },
    account: { abi: simpleAccountAbi },
  },
  addresses: {
    1: {
      entryPoint: '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
      accountFactory: '0x91E60e0613810449d098b0b5Ec8b51A0FE8c8985',
    },
  },
  errors: {
    ACCOUNT_DEPLOYED: {
      layer: 'tool',
      message: 'account {account} of {owner} and this salt is there, expected a new one',
      hint: 'use it, or choose another salt',
    },
  },
})
