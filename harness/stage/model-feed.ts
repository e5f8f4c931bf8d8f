import { type Address, type Hex, parseAbi } from 'viem'
import { encodeAbiParameters } from '../../tools/core/encode-abi-parameters.ts'
import { keccak256 } from '../../tools/core/keccak256.ts'

/** What a model feed shall answer. */
export interface FeedAnswer {
  readonly feed: Address
  readonly answer: bigint
}

/** What the harness asks and tells a model feed. */
export const feedAbi = parseAbi([
  'function setAnswer(int256 answer, uint256 updatedAt)',
  'function latestAnswer() view returns (int256)',
  'function latestRound() view returns (uint80)',
])

/** Find the slot in which a model feed keeps the answer of a round: `_rounds` is its third variable. */
export const slotOfRound = (round: bigint): Hex =>
  keccak256(encodeAbiParameters([{ type: 'uint80' }, { type: 'uint256' }], [round, 2n]))
