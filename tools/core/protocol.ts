import type { Address, Hex } from 'viem'
import type { AddressBook } from './address-book.ts'
import type { Base } from './base.ts'
import type { CallDecoder, CallGuard, FormatDecoder } from './call-decoder.ts'
import type { ContractAccount } from './contract-account.ts'
import type { Fills } from './filler.ts'
import type { GrantKeeper } from './grant-keeper.ts'
import type { ReadRates } from './lending-rates.ts'
import type { LossWitness } from './loss-witness.ts'
import type { Market } from './market.ts'
import type { PositionKeeper } from './position-keeper.ts'
import type { PositionIndex } from './position-source.ts'
import type { SignatureReader } from './signature-reader.ts'
import type { Standing } from './standing.ts'

/** What everything else needs to know of a protocol, beside its base. */
export interface ProtocolSpec {
  readonly title: string
  readonly standing: Standing
  /** Set on what every agent stands on (the chain, tokens, prices, its own account): it is read whatever the owner allows. */
  readonly isGround?: true
  readonly decoders?: readonly CallDecoder[]
  readonly guards?: readonly CallGuard[]
  readonly formats?: readonly FormatDecoder[]
  /** Signatures that it takes, by type. */
  readonly signatures?: readonly SignatureReader[]
  /** What an account has granted in it on a chain, and the calls that take it back. */
  readonly authority?: (book: AddressBook) => GrantKeeper | undefined
  /** Which positions an account has in it on a chain, and what ends them. */
  readonly unwind?: (book: AddressBook) => PositionKeeper | undefined
  /** What lists the positions of any account, by the contract whose reader shows them. */
  readonly indexes?: Readonly<Record<string, PositionIndex>>
  /** By which events others change what an account has in it: a loss that they account for does not halt. */
  readonly explain?: (book: AddressBook) => LossWitness | undefined
  /** What its accounts are, which can operate a cage and approve as its owner. */
  readonly account?: ContractAccount
  /** What it does for plans of other protocols. */
  readonly fills?: Fills
  /** Where it trades tokens. */
  readonly market?: Market
  /** What its lending markets pay and cost. */
  readonly rates?: ReadRates
  /** What a cage may call by default, by contract; each spender that the calls need is the contract itself. */
  readonly cage?: Readonly<Record<string, readonly string[] | CageAccess>>
  /**
   * What an operator may call with its own account by default, by contract: acts that cost gas and move nothing. Nothing
   * else is.
   */
  readonly operator?: Readonly<Record<string, OwnAccess>>
  /** What the owner's account may be asked to call by default beside the cage, by contract, with the owner's approval. */
  readonly owner?: Readonly<Record<string, OwnAccess>>
  /** Messages for which a cage may answer as their signer by default. */
  readonly schemes?: readonly CageCodeSpec[]
  /** Places in which a cage's positions may grow by default on a chain, as its readers name them. */
  readonly places?: (book: AddressBook) => readonly Hex[]
  /** Set where ending a position pays, at the feeds' prices, no less than it counts for. */
  readonly endsWhole?: true
  /** Set where a cage may owe. */
  readonly lends?: true
  /** Set where all that an account holds and owes has one health together; else each position has its own. */
  readonly sharesHealth?: true
}

/** Functions of a contract that a cage may call, the rules on these calls, and what counts what they create. */
export interface CageAccess {
  readonly functions: readonly string[]
  readonly checker?: CageCodeSpec
  readonly reader?: CageCodeSpec
}

/** Functions of a contract that an account of its own may call past the cage. */
export interface OwnAccess {
  readonly functions: readonly string[]
  /** Where such contracts stand, when not at the base's address: at these of a chain, or the cage itself. */
  readonly at?: 'account' | ((book: AddressBook) => readonly Address[])
}

/** Solidity of a protocol's own that a cage trusts, in the folder's `contracts/` or among the shared readers. */
export interface CageCodeSpec {
  readonly contract: string
  /** Contracts of the base whose addresses the constructor takes; `wrappedNative` is the chain's wrapped native coin. */
  readonly args: readonly string[]
}

/** A protocol of the production stack. */
export interface Protocol extends ProtocolSpec {
  readonly id: string
  readonly base: Base
}

/**
 * Define a protocol over its base.
 *
 * @throws RangeError when it names a contract that its base does not know, or lists positions that no reader shows
 */
export function defineProtocol<B extends Base>(base: B, spec: ProtocolSpec): Protocol {
  const named = [
    ...(spec.decoders ?? []).flatMap(({ claims }) => claims.flatMap(({ contracts = [] }) => contracts)),
    ...(spec.signatures ?? []).flatMap(({ verifier }) =>
      typeof verifier === 'string' ? [] : [verifier.contract],
    ),
    ...Object.keys(spec.cage ?? {}),
    ...Object.keys({ ...spec.operator, ...spec.owner }),
    ...(spec.schemes ?? []).flatMap(({ args }) => args),
    ...Object.values(spec.cage ?? {}).flatMap((access) =>
      'functions' in access ? [...(access.checker?.args ?? []), ...(access.reader?.args ?? [])] : [],
    ),
  ]
  const unknown = named.find((name) => name !== 'wrappedNative' && !Object.hasOwn(base.contracts, name))
  if (unknown !== undefined) {
    throw new RangeError(`${base.id}: contract "${unknown}" is not in its base`)
  }
  const unshown = Object.keys(spec.indexes ?? {}).find((name) => {
    const access = spec.cage?.[name]
    return access === undefined || !('reader' in access)
  })
  if (unshown !== undefined) throw new RangeError(`${base.id}: no reader shows what "${unshown}" lists`)
  return { id: base.id, base, ...spec }
}
