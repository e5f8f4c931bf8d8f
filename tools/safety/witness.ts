import type { Hex } from 'viem'
import type { ChainReader, StateQuery, StateReading } from '../core/chain.ts'
import { ToolError } from '../core/errors.ts'
import type { Head } from './evidence.ts'

/** A second provider that is asked what the first one answered. */
export type Witness = Pick<ChainReader, 'readState' | 'getBlock'>

/**
 * Hold what one provider says of the head and its state against a second one, which must know the same head and
 * read the same there. Which of the two lies cannot be told, so nothing is done until they agree.
 *
 * @throws ToolError PROVIDERS_DISAGREE
 */
export async function assertWitnessed(
  witness: Witness,
  claimed: { readonly head: Head; readonly state: StateReading; readonly query: StateQuery },
): Promise<void> {
  const { head, state, query } = claimed
  const [seenHead, seen] = await Promise.all([witness.getBlock(), witness.readState(query)])
  compare('the head', head.hash, seenHead.hash)
  compare('the block', state.blockNumber, seen.blockNumber)
  compare('the chain', state.chainId, seen.chainId)
  for (const [index, { token }] of query.balances.entries()) {
    compare(`the balance of ${token}`, state.balances[index], seen.balances[index])
  }
  for (const [index, { token, spender }] of query.allowances.entries()) {
    compare(`the allowance of ${token} for ${spender}`, state.allowances[index], seen.allowances[index])
  }
  for (const [index, address] of query.codeHashes.entries()) {
    compare(`the code of ${address}`, state.codeHashes[index], seen.codeHashes[index])
  }
  for (const [index, token] of (query.decimals ?? []).entries()) {
    compare(`the decimals of ${token}`, state.decimals[index], seen.decimals[index])
  }
  for (const [index, feed] of query.feeds.entries()) {
    const [said, found] = [state.feeds[index], seen.feeds[index]]
    compare(`the price of ${feed}`, said?.answer, found?.answer)
    compare(`the age of ${feed}`, said?.updatedAtSeconds, found?.updatedAtSeconds)
  }
}

function compare(
  subject: string,
  expected: bigint | number | Hex | null | undefined,
  found: bigint | number | Hex | null | undefined,
): void {
  if (expected === found) return
  throw new ToolError('PROVIDERS_DISAGREE', {
    subject,
    expected: String(expected ?? 'nothing'),
    found: String(found ?? 'nothing'),
  })
}
