import { type Address, getAddress, type Hex, pad, size, slice } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { LogWindow } from '../../kit/log-window.ts'
import { spokePoolAbi } from './abi.ts'
import { BASE } from './base.ts'

const PADDING = 12

/** The address in a word; undefined where it is none of this kind of chain. */
export function addressIn(word: Hex): Address | undefined {
  const isPadded = size(word) === 32 && BigInt(slice(word, 0, PADDING)) === 0n
  return isPadded ? getAddress(slice(word, PADDING)) : undefined
}

/** An address as the word that logs hold: words are compared by their text. */
const toWord = (address: Address): Hex => pad(address.toLowerCase() as Address)

/** Whether a word holds an address. */
export const holds = (word: Hex, address: Address): boolean => {
  const found = addressIn(word)
  return found !== undefined && isAddressEqual(found, address)
}

/** Read deposits of some blocks, of one depositor or for one chain, the oldest first. */
export const readDeposits = (
  ctx: Pick<ToolContext, 'book' | 'chain'>,
  { destinationChainId, depositor }: { readonly destinationChainId?: number; readonly depositor?: Address },
  window: LogWindow,
) =>
  ctx.chain.getContractEvents({
    address: BASE.on(ctx.book).spokePool,
    abi: spokePoolAbi,
    eventName: 'FundsDeposited',
    args: {
      ...(destinationChainId === undefined ? {} : { destinationChainId: BigInt(destinationChainId) }),
      ...(depositor === undefined ? {} : { depositor: toWord(depositor) }),
    },
    ...window,
    strict: true,
  })

/** More than a tenth is another token, or one with other decimals there, and no fee. */
const MOST_MILLIONTHS = 100_000n

/** What relayers were offered, in millionths of what was sent, rounded up; undefined where that is no fee. */
export function offeredMillionths(inputAmount: bigint, outputAmount: bigint): number | undefined {
  if (inputAmount === 0n || outputAmount > inputAmount) return undefined
  const millionths = ((inputAmount - outputAmount) * 1_000_000n + inputAmount - 1n) / inputAmount
  return millionths > MOST_MILLIONTHS ? undefined : Number(millionths)
}
