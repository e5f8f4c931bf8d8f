import { defineBase } from '../../core/base.ts'
import { accountActionsAbi } from './abi.ts'

/** Accounts of ERC-4337 and ERC-7579, of every vendor. */
export const BASE = defineBase({ id: 'smart-account', contracts: { account: { abi: accountActionsAbi } } })
