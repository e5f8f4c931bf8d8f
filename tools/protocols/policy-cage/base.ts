import { defineBase } from '../../core/base.ts'
import { ownerGateAbi } from '../../core/generated/owner-gate-abi.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'

/** The account that holds the funds, and the gate through which its owner acts; each agent has its own. */
export const BASE = defineBase({
  id: 'policy-cage',
  contracts: { cage: { abi: policyCageAbi }, gate: { abi: ownerGateAbi } },
})
