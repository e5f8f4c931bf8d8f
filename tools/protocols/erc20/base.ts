import { defineBase } from '../../core/base.ts'
import { tokenActionsAbi } from './abi.ts'

/** Fungible tokens (ERC-20), wherever they live. */
export const BASE = defineBase({
  id: 'erc20',
  contracts: { token: { abi: tokenActionsAbi, isToken: true } },
})
