import { type Address, numberToHex } from 'viem'
import { HarnessError } from '../errors.ts'
import { compileContracts } from './compile.ts'
import type { FixtureChain } from './deploy-cage.ts'

/** How a hostile token behaves from the start; the words of slots 6 to 10 in `contracts/HostileToken.sol`. */
export interface HostileTraits {
  readonly decimals: number
  /** Part of every transfer that its recipient does not get. */
  readonly feeBps: number
  /** What balances are of what they were before any rebase. */
  readonly balanceBps: number
  /** What events claim of what was moved. */
  readonly eventBps: number
  /** Whether an approval of zero reverts. */
  readonly refusesZeroApproval: boolean
}

/** A token that does nothing hostile yet. */
export const HARMLESS: Omit<HostileTraits, 'decimals'> = {
  feeBps: 0,
  balanceBps: 10_000,
  eventBps: 10_000,
  refusesZeroApproval: false,
}

const FIRST_SLOT = 6

/**
 * Replace the code of tokens by that of HostileToken; balances and allowances stay where they are.
 *
 * @throws HarnessError COMPILE_FAILED
 */
export async function placeHostileTokens(
  { rpc }: Pick<FixtureChain, 'rpc'>,
  tokens: ReadonlyMap<Address, HostileTraits>,
): Promise<void> {
  const { HostileToken } = await compileContracts()
  if (HostileToken === undefined) {
    throw new HarnessError('COMPILE_FAILED', 'HostileToken was not compiled', {
      expected: 'a contract HostileToken',
      hint: 'restore harness/world/contracts/HostileToken.sol',
    })
  }
  for (const [token, traits] of tokens) {
    const { decimals, feeBps, balanceBps, eventBps, refusesZeroApproval } = traits
    const words = [decimals, feeBps, balanceBps, eventBps, Number(refusesZeroApproval)]
    await rpc.request('anvil_setCode', [token, HostileToken.deployedBytecode])
    for (const [index, value] of words.entries()) {
      const [slot, word] = [FIRST_SLOT + index, value].map((number) => numberToHex(number, { size: 32 }))
      await rpc.request('anvil_setStorageAt', [token, slot, word])
    }
  }
}
