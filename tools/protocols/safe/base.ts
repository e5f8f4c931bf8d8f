import { defineBase, sameOn } from '../../core/base.ts'
import { PUBLIC_CHAINS } from '../../kit/chains.ts'
import { multiSendAbi, proxyFactoryAbi, safeActionsAbi, safeSettingsAbi, safeStateAbi } from './abi.ts'

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
    reentrancyGuard: { abi: [] },
    account: { abi: [...safeSettingsAbi, ...safeStateAbi] },
  },
  addresses: sameOn(PUBLIC_CHAINS, {
    singleton: '0x41675C099F32341bf84BFc5382aF534df5C7461a',
    singletonL2: '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762',
    proxyFactory: '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67',
    fallbackHandler: '0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99',
    signMessageLib: '0xd53cd0aB83D845Ac265BE939c57F53AD838012c9',
    multiSend: '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526',
    multiSendCallOnly: '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
    reentrancyGuard: '0x46eB3f72d14702B9324AA441816303e18af9dA28',
  }),
  errors: {
    SAFE_THRESHOLD_INVALID: {
      layer: 'tool',
      message: 'Safe {safe} would ask {found:int} of {owners:int} owners to sign, expected 1 to {owners:int}',
      hint: 'choose a threshold that its owners can reach',
    },
    SAFE_EXISTS: {
      layer: 'tool',
      message: 'Safe {safe} of these owners, this threshold and this salt is there, expected a new one',
      hint: 'use it, or choose another salt',
    },
    SAFE_SETTING_UNCHANGED: {
      layer: 'tool',
      message: 'Safe {safe} has {setting} already, expected a change',
      hint: 'see what it has with wallet_get_safe_info',
    },
    SAFE_DELEGATECALL: {
      layer: 'tool',
      message: 'code of {target} would run in the place of Safe {safe}, expected a plain call',
      hint: 'such code can change everything of the Safe; propose the calls one by one',
    },
    SAFE_REFUND: {
      layer: 'tool',
      message: 'Safe {safe} would pay {receiver} for the gas, expected no refund',
      hint: 'the operator pays for the gas of what it sends; leave gas price, token and receiver out',
    },
    SAFE_NONCE_NOT_NEXT: {
      layer: 'tool',
      message: 'Safe {safe} carries out nonce {expected:int} next, found {found:int}',
      hint: 'a Safe goes through its nonces in order; take the next one',
    },
    SAFE_SETTING_REFUSED: {
      layer: 'allowlist-guard',
      message: '{setting} of Safe {safe} would become {found}, expected {expected} as before',
      hint: 'the owners change this with their own wallet, if at all',
    },
    SAFE_CODE_NOT_LISTED: {
      layer: 'allowlist-guard',
      message: '{contract} would become {role} of Safe {safe}, which the owner does not list',
      hint: 'a module acts without signatures and a guard stops everything; the owner lists them in the policy',
    },
    SAFE_CODE_MISSING: {
      layer: 'allowlist-guard',
      message: '{contract} would become {role} of Safe {safe} and has no code, expected a reviewed contract',
      hint: 'a module without code is a key that needs no other signature, a guard without code stops everything',
    },
    SAFE_ONE_KEY: {
      layer: 'allowlist-guard',
      message: 'one key alone would decide for Safe {safe}, expected {expected:int} signatures before',
      hint: 'keep a threshold of 2 or more',
    },
    SAFE_AGENT_OWNS: {
      layer: 'allowlist-guard',
      message: '{agent} would be an owner or a module of Safe {safe} and acts for the agent',
      hint: 'who approves must not be who acts; remove it from the Safe',
    },
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
