import { defineBase } from '../../core/base.ts'
import { multiSendAbi, proxyFactoryAbi, safeActionsAbi } from './abi.ts'

/** Safe 1.4.1 at its canonical addresses (https://github.com/safe-global/safe-deployments). */
export const BASE = defineBase({
  id: 'safe',
  contracts: {
    singleton: { abi: safeActionsAbi },
    singletonL2: { abi: safeActionsAbi },
    proxyFactory: { abi: proxyFactoryAbi },
    fallbackHandler: { abi: [] },
    signMessageLib: { abi: [] },
    multiSend: { abi: multiSendAbi },
    multiSendCallOnly: { abi: multiSendAbi },
  },
  addresses: {
    1: {
      singleton: '0x41675C099F32341bf84BFc5382aF534df5C7461a',
      singletonL2: '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762',
      proxyFactory: '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67',
      fallbackHandler: '0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99',
      signMessageLib: '0xd53cd0aB83D845Ac265BE939c57F53AD838012c9',
      multiSend: '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526',
      multiSendCallOnly: '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
    },
  },
  errors: {
    SAFE_THRESHOLD_NOT_MET: {
      layer: 'custody',
      message: '{found} of the owners of Safe {safe} signed, expected {expected:int}',
      hint: 'nothing was sent; see to the signers of the other owners and preview again',
    },
    SAFE_OUTCOME_UNKNOWN: {
      layer: 'chain',
      message:
        'transaction {hash} reverted, yet nonce {nonce:int} of Safe {safe} is used: another account relayed it',
      hint: 'the spend stays reserved; reconcile with the chain before acting again',
    },
  },
})
