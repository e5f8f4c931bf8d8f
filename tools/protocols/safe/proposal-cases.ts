import { at, type CaseStep, type CaseValue, callData, kept } from '../../core/cases.ts'
import { OWNERS } from './safe-cases.ts'

/** What a proposal pays the agent's account, USDC base units. */
export const PAID_BASE_UNITS = '250000000'

/** A payment of the Safe to the agent's account. */
export const PAYMENT = {
  to: at('USDC'),
  data: callData('function transfer(address to, uint256 amount)', [at('account'), PAID_BASE_UNITS]),
} as const satisfies Record<string, CaseValue>

/** The Safe has some USDC. */
export const FUNDED: CaseStep = {
  send: {
    from: 'whale',
    to: at('USDC'),
    data: callData('function transfer(address to, uint256 amount)', [at('approver'), '1000000000']),
  },
}

/** A payment is proposed, as `proposed`. */
export const PROPOSED: CaseStep = {
  tool: 'wallet_propose_safe_transaction',
  params: PAYMENT,
  keep: 'proposed',
}

/** An owner approves what is proposed on chain. */
export const approvedBy = (owner: 0 | 1 | 2): readonly CaseStep[] => [
  {
    send: {
      from: OWNERS[owner],
      to: at('approver'),
      data: callData('function approveHash(bytes32 hash)', [kept('proposed.body.safeTxHash')]),
    },
  },
]
