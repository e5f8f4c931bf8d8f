import type { Address, Hex } from 'viem'

/** A storage slot of an upstream, with its value at the block that is forked. */
export type FetchedSlot = readonly [account: Address, slot: Hex, value: Hex]

/** Learns which slots forks ask their upstream for again and again. */
export interface FetchedSlots {
  /** Slots that were asked for more than once, in the order in which that was noticed; it only grows. */
  readonly repeated: readonly FetchedSlot[]
  /** Look at what a fork asked, one request or several, and what it was answered. */
  note(asked: unknown, answered: unknown): void
}

/** Create what learns the slots of one block; what is asked at other blocks is of no use. */
export function createFetchedSlots(blockNumber: bigint): FetchedSlots {
  const seen = new Map<string, 'once' | 'repeated'>()
  const repeated: FetchedSlot[] = []
  return {
    repeated,
    note(asked, answered) {
      const results = new Map([answered].flat().map((answer) => [readMember(answer, 'id'), answer]))
      for (const request of [asked].flat()) {
        const slot = readSlot(request, blockNumber)
        const value = readMember(results.get(readMember(request, 'id')), 'result')
        if (slot === undefined || typeof value !== 'string') continue
        const key = slot.join()
        const isSecond = seen.get(key) === 'once'
        if (isSecond) repeated.push([...slot, value as Hex])
        seen.set(key, isSecond || seen.has(key) ? 'repeated' : 'once')
      }
    },
  }
}

function readSlot(request: unknown, blockNumber: bigint): readonly [Address, Hex] | undefined {
  if (readMember(request, 'method') !== 'eth_getStorageAt') return undefined
  const params = readMember(request, 'params')
  if (!Array.isArray(params)) return undefined
  const [account, slot, block] = params as readonly unknown[]
  if (typeof account !== 'string' || typeof slot !== 'string' || typeof block !== 'string') return undefined
  if (!/^0x[\da-f]+$/i.test(block) || BigInt(block) !== blockNumber) return undefined
  return [account as Address, slot as Hex]
}

const readMember = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
