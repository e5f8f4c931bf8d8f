import { stringToBytes } from 'viem'
import { Type } from '../../tools/core/schema.ts'
import type { HostileTraits } from '../world/place-hostile-tokens.ts'
import type { CellReader } from './read/cell-reader.ts'
import { optional } from './schema-words.ts'
import type { Path } from './text/matrix.ts'

/** What one word of storage holds of a text. */
const MAX_SYMBOL_BYTES = 31

/** What a hostile token can be told to do. */
export const TRAIT_MEMBERS = {
  decimals: optional(Type.Integer({ minimum: 0, maximum: 255, description: 'what it says it has' })),
  feeBps: optional(Type.Integer({ minimum: 0, maximum: 10_000, description: 'part not received' })),
  balanceBps: optional(Type.Integer({ minimum: 1, description: 'balances after a rebase' })),
  eventBps: optional(Type.Integer({ minimum: 0, description: 'what events claim of what moved' })),
  refusesZeroApproval: optional(Type.Boolean({ description: 'approve(spender, 0) reverts' })),
  approvals: optional(
    Type.Union(
      [Type.Literal('normal'), Type.Literal('revert'), Type.Literal('false'), Type.Literal('through-zero')],
      {
        description:
          'approve works, reverts, returns false and does nothing, or is that of USDT, which changes an allowance from or to zero alone and returns nothing',
      },
    ),
  ),
  transfers: optional(
    Type.Union([Type.Literal('normal'), Type.Literal('silent'), Type.Literal('pretended')], {
      description: 'transfers emit their event, emit none, or emit it and move nothing',
    }),
  ),
  reenters: optional(
    Type.Union([Type.Literal('no'), Type.Literal('tries'), Type.Literal('insists')], {
      description: 'a transfer calls the contracts on both sides back; insisting reverts when they refuse',
    }),
  ),
  symbol: optional(Type.String({ maxLength: MAX_SYMBOL_BYTES, description: 'the symbol that it shows' })),
}

/** Read what a hostile token is told to do. */
export function readTraits<Traits extends Pick<Partial<HostileTraits>, 'symbol'>>(
  traits: Traits,
  path: Path,
  reader: Pick<CellReader, 'problem'>,
): Traits {
  const { symbol = '' } = traits
  const bytes = stringToBytes(symbol).length
  if (bytes > MAX_SYMBOL_BYTES) {
    const hint = 'write a shorter one; other letters than a to z take several bytes'
    reader.problem(
      [...path, 'symbol'],
      `a symbol of ${bytes} bytes, expected at most ${MAX_SYMBOL_BYTES}`,
      hint,
    )
  }
  return traits
}

/** The faults that hostile tokens can be, by names that stay. */
export const TOKEN_FAULTS = [
  'token-decimals',
  'token-feeBps',
  'token-balanceBps',
  'token-eventBps',
  'token-refusesZeroApproval',
  'token-approvals',
  'token-transfers',
  'token-reenters',
  'token-symbol',
] as const

/** Name the faults that a hostile token is by its traits. */
export const faultsOfTraits = (traits: Partial<HostileTraits>) =>
  Object.keys(traits).map((trait) => `token-${trait as keyof HostileTraits}` as const)
