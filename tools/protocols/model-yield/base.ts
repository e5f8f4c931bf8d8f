import { defineBase } from '../../core/base.ts'
import { ordersAbi, stakingAbi } from './abi.ts'

/** A model of ours, on the local chain alone: staking with a queue and slashing, and orders that a keeper fills. */
export const BASE = defineBase({
  id: 'model-yield',
  contracts: {
    staking: { abi: stakingAbi },
    orders: { abi: ordersAbi },
  },
  addresses: {
    31337: {
      staking: '0xA55a00000000000000000000000000000000c001',
      orders: '0xa55A00000000000000000000000000000000C002',
    },
  },
  errors: {
    NOT_IN_MODEL: {
      layer: 'tool',
      message: 'the account has no {what} in the model',
      hint: 'list what it holds with safety_check_status',
    },
    NOT_CLAIMABLE_YET: {
      layer: 'tool',
      message: 'ticket {ticket} can be claimed from second {from} on; the head is at {now}',
      hint: 'wait until then',
    },
  },
})
