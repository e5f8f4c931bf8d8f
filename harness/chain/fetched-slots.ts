import type { Address, Hex } from 'viem'

/** What was fetched of an upstream at the block that is forked, as the request that writes it into a fork. */
export type FetchedState =
  | readonly ['anvil_setStorageAt', readonly [account: Address, slot: Hex, value: Hex]]
  /** An account that is not there. */
  | readonly ['anvil_setBalance', readonly [account: Address, balance: Hex]]

/** Learns what forks ask their upstream for, so that a fork need not ask again after each revert. */
export interface FetchedSlots {
  /** Slots, and accounts that are not there, each once and in the order in which they were asked for; it only grows. */
  readonly fetched: readonly FetchedState[]
  /** Look at what a fork asked, one request or several, and what it was answered. */
  note(asked: unknown, answered: unknown): void
}

/** Create what learns the slots of one block; what is asked at other blocks is of no use. */
export function createFetchedSlots(blockNumber: bigint): FetchedSlots {
  const seen = new Set<string>()
  const fetched: FetchedState[] = []
  return {
    fetched,
    note(asked, answered) {
      const results = new Map([answered].flat().map((answer) => [readMember(answer, 'id'), answer]))
      for (const request of [asked].flat()) {
        const result = readMember(results.get(readMember(request, 'id')), 'result')
        const state = readState(request, result, blockNumber)
        const key = state?.[1].slice(0, -1).join()
        if (state === undefined || key === undefined || seen.has(key)) continue
        seen.add(key)
        fetched.push(state)
      }
    },
  }
}

function readState(request: unknown, result: unknown, blockNumber: bigint): FetchedState | undefined {
  const params = readMember(request, 'params')
  if (!Array.isArray(params) || !params.every((param) => typeof param === 'string')) return undefined
  const [account, slot] = params as readonly Hex[]
  const block = params.at(-1) as string | undefined
  if (account === undefined || slot === undefined || !/^0x[\da-f]+$/i.test(block ?? '')) return undefined
  if (BigInt(block ?? 0) !== blockNumber) return undefined
  switch (readMember(request, 'method')) {
    case 'eth_getStorageAt':
      return typeof result === 'string' ? ['anvil_setStorageAt', [account, slot, result as Hex]] : undefined
    case 'eth_getAccountInfo':
      return isAbsent(result) ? ['anvil_setBalance', [account, '0x0']] : undefined
    default:
      return undefined
  }
}

/** An account without ether, transactions and code is as if it were not there (EIP-161). */
const isAbsent = (info: unknown): boolean =>
  Number(readMember(info, 'balance')) === 0 &&
  Number(readMember(info, 'nonce')) === 0 &&
  readMember(info, 'code') === '0x'

const readMember = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
