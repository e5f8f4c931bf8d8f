import { defineBase } from '../../core/base.ts'
import { harmlessAbi, switchAbi } from './abi.ts'

/** Functions that grant authority or take it back, whatever contract has them. */
export const BASE = defineBase({
  id: 'authority',
  contracts: { switch: { abi: switchAbi }, harmless: { abi: harmlessAbi } },
})
