import { defineBase } from '../../core/base.ts'
import { multiSendAbi, safeActionsAbi } from './abi.ts'

/** Safe 1.4.1 at its canonical addresses (https://github.com/safe-global/safe-deployments). */
export const BASE = defineBase({
  id: 'safe',
  contracts: {
    safe: { abi: safeActionsAbi },
    multiSend: { abi: multiSendAbi },
    multiSendCallOnly: { abi: multiSendAbi },
  },
  addresses: {
    1: {
      multiSend: '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526',
      multiSendCallOnly: '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
    },
  },
})
