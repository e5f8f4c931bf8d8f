import type { Address, Hex } from 'viem'

/** What was fetched of an upstream at the block that is forked, as the request that writes it into a fork. */
export type FetchedState =
  | readonly ['anvil_setStorageAt', readonly [account: Address, slot: Hex, value: Hex]]
  /** An account that is not there. */
  | readonly ['anvil_setBalance', readonly [account: Address, balance: Hex]]

/** Learns what forks ask their upstream for, so that a fork need not ask again after each revert. */
export interface FetchedSlots {
  /** Slots, and accounts that are not there, each once and in the order in which they were asked for. */
  readonly fetched: readonly FetchedState[]
  /** Look at what a fork asked, one request or several, and what it was answered. */
  note(asked: unknown, answered: unknown): void
  /**
   * Keep nothing of what was learned since there were so many, and learn it no more: a fork that is prepared has it
   * already, and may have changed it since.
   */
  dropSince(count: number): void
}

/** What a fork asks of an account where one request for all of it serves no better (foundry-fork-db). */
const ACCOUNT_PARTS: ReadonlyMap<unknown, string> = new Map([
  ['eth_getBalance', 'balance'],
  ['eth_getTransactionCount', 'nonce'],
  ['eth_getCode', 'code'],
])

type AccountInfo = Readonly<Record<string, unknown>>

/** Create what learns the slots of one block; what is asked at other blocks is of no use. */
export function createFetchedSlots(blockNumber: bigint): FetchedSlots {
  const seen = new Set<string>()
  const parts = new Map<Address, AccountInfo>()
  const fetched: FetchedState[] = []
  const keep = (key: string, state: FetchedState) => {
    if (seen.has(key)) return
    seen.add(key)
    fetched.push(state)
  }
  const noteAccount = (account: Address, info: unknown) => {
    if (isAbsent(info)) keep(account, ['anvil_setBalance', [account, '0x0']])
  }
  return {
    fetched,
    note(asked, answered) {
      const results = new Map([answered].flat().map((answer) => [readMember(answer, 'id'), answer]))
      for (const request of [asked].flat()) {
        const result = readMember(results.get(readMember(request, 'id')), 'result')
        const params = readParams(request, blockNumber)
        if (params === undefined || result === undefined) continue
        const [account, slot] = params
        const method = readMember(request, 'method')
        const part = ACCOUNT_PARTS.get(method)
        if (part !== undefined) {
          const info = { ...parts.get(account), [part]: result }
          parts.set(account, info)
          noteAccount(account, info)
        } else if (method === 'eth_getAccountInfo') {
          noteAccount(account, result)
        } else if (method === 'eth_getStorageAt' && typeof result === 'string') {
          keep(`${account} ${slot}`, ['anvil_setStorageAt', [account, slot, result as Hex]])
        }
      }
    },
    dropSince(count) {
      fetched.length = count
    },
  }
}

/** What a request names, if it asks about an account at the block. */
function readParams(
  request: unknown,
  blockNumber: bigint,
): readonly [account: Address, slot: Hex] | undefined {
  const params = readMember(request, 'params')
  if (!Array.isArray(params) || !params.every((param) => typeof param === 'string')) return undefined
  const block = params.at(-1) as string | undefined
  if (params.length < 2 || !/^0x[\da-f]+$/i.test(block ?? '')) return undefined
  return BigInt(block ?? 0) === blockNumber ? (params as unknown as readonly [Address, Hex]) : undefined
}

/** An account without ether, transactions and code is as if it were not there (EIP-161). */
const isAbsent = (info: unknown): boolean =>
  Number(readMember(info, 'balance')) === 0 &&
  Number(readMember(info, 'nonce')) === 0 &&
  readMember(info, 'code') === '0x'

const readMember = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
