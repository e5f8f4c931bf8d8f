import { type Address, type Hex, hashStruct, type ParseEventLogsReturnType } from 'viem'
import type { managerEventsAbi } from './abi.ts'

/** An event of a manager. */
export type ManagerLog = ParseEventLogsReturnType<typeof managerEventsAbi, undefined, true>[number]

/** A delegation as the manager tells of it. */
export type Delegation = ManagerLog['args']['delegation']

const TYPES = {
  Caveat: [
    { name: 'enforcer', type: 'address' },
    { name: 'terms', type: 'bytes' },
  ],
  Delegation: [
    { name: 'delegate', type: 'address' },
    { name: 'delegator', type: 'address' },
    { name: 'authority', type: 'bytes32' },
    { name: 'caveats', type: 'Caveat[]' },
    { name: 'salt', type: 'uint256' },
  ],
} as const

/** The authority of a delegation that no other one stands before (`DelegationManager.ROOT_AUTHORITY`). */
export const ROOT_AUTHORITY: Hex = `0x${'f'.repeat(64)}`

/** The hash under which a manager keeps a delegation: what its delegator signs, without the domain (`EncoderLib`). */
export const hashDelegation = (delegation: Omit<Delegation, 'signature'>): Hex =>
  hashStruct({ data: delegation, primaryType: 'Delegation', types: TYPES })

/** A delegation that was seen, with what happened to it in the window. */
export interface SeenDelegation {
  readonly hash: Hex
  readonly delegation: Delegation
  readonly redemptions: number
  readonly redeemers: readonly Address[]
}

/** Gather the delegations of logs, the first one seen first. */
export function gatherDelegations(logs: readonly Pick<ManagerLog, 'eventName' | 'args'>[]): SeenDelegation[] {
  const seen = new Map<Hex, SeenDelegation>()
  for (const log of logs as readonly ManagerLog[]) {
    const { delegation } = log.args
    const hash = hashDelegation(delegation)
    const known = seen.get(hash) ?? { hash, delegation, redemptions: 0, redeemers: [] }
    seen.set(
      hash,
      log.eventName === 'RedeemedDelegation'
        ? {
            ...known,
            redemptions: known.redemptions + 1,
            redeemers: [...new Set([...known.redeemers, log.args.redeemer])],
          }
        : known,
    )
  }
  return [...seen.values()]
}
