import { type Address, getAddress, isAddress } from 'viem'
import { findToken } from '../../../tools/core/tokens.ts'
import { HarnessError } from '../../errors.ts'
import type { Stage } from '../../stage/stage.ts'
import { ACTORS, type ActorName } from '../../world/actors.ts'
import { findContract } from '../../world/find-contract.ts'
import type { AccountRef } from '../account-ref.ts'
import type { RawNames } from '../encode-raw.ts'

/** Resolve an account of a step. */
export function resolveAccount(stage: Stage, account: AccountRef): Address {
  if (account === 'cage') return stage.cage
  if (isAddress(account, { strict: false })) return getAddress(account)
  return ACTORS[account as ActorName].address
}

/** Resolve a token of a step, by symbol or address. */
export function resolveTokenAddress(stage: Stage, token: string): Address {
  const known = findToken(stage.book, token)
  if (known) return known.address
  if (isAddress(token, { strict: false })) return getAddress(token)
  throw new HarnessError('STEP_IMPOSSIBLE', `unknown token "${token}"`, {
    expected: stage.book.tokens.map(({ symbol }) => symbol).join(', '),
    hint: 'use a token of this world',
  })
}

/** Address of a contract that steps may name. */
const contractOf = ({ book, cage }: Stage, name: string): Address | undefined =>
  name === 'cage' ? cage : findContract(book, name)

/** Resolve a contract of a step, or a token. */
export function resolveContract(stage: Stage, name: string): Address {
  return contractOf(stage, name) ?? resolveTokenAddress(stage, name)
}

/** The names of raw calls as a stage knows them. */
export function rawNames(stage: Stage): RawNames {
  return {
    address: (name) =>
      contractOf(stage, name) ??
      (Object.hasOwn(ACTORS, name)
        ? ACTORS[name as ActorName].address
        : findToken(stage.book, name)?.address),
    decimals: (symbol) => findToken(stage.book, symbol)?.decimals,
    native: stage.book.nativeSymbol,
    nowSeconds: BigInt(Math.floor(stage.clock.wallMs() / 1_000)),
  }
}
