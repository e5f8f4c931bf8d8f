import type { Address } from 'viem'
import type { AddressBook } from '../../tools/core/address-book.ts'
import type { Json } from '../../tools/core/json.ts'
import type { Category } from '../../tools/core/tool-def.ts'
import type { Intent } from './intent.ts'
import type { ModelCall } from './model-call.ts'

/** The parameters of a request, read by name. */
export interface RequestReader {
  readonly params: Readonly<Record<string, Json | undefined>>
  /** Parameters that one venue alone takes. */
  readonly venue: Readonly<Record<string, Json | undefined>>
  readonly book: AddressBook
  /** Head timestamp. */
  readonly nowSeconds: number
  /** The symbol of the token that a parameter names; what stands there when it is none. */
  token(name: string): string
  /** The symbol of a token that is named; what it is called when it is none. */
  symbolOf(name: string): string
  /** Base units; 0 when there are none. */
  amount(name: string): bigint
  address(name: string): Address
}

/** What an action kind means, from the protocol's documentation and the design alone. */
export interface KindModel {
  readonly category: Category
  /** What profiles may leave out. */
  readonly trait?: 'multi-hop'
  /** Parameters without which nobody can tell what is asked for. */
  readonly needs: readonly string[]
  /** Numbers, its venue's included, with the least and the most that they can mean. */
  readonly ranges?: Readonly<Record<string, readonly [number, number]>>
  /** Say what a well-formed request is meant to do; `unforeseen` where nobody can tell beforehand. */
  readonly means: ((request: RequestReader) => Intent) | 'unforeseen'
}

/** A hand-made call as a document writes it, with what its names stand for. */
export interface HandMadeCall {
  /** Contract that is called, if it is one. */
  readonly to: Address | undefined
  /** Symbol of the token that is called, if one is. */
  readonly token: string | undefined
  readonly args: readonly unknown[]
  address(name: unknown): Address | undefined
  /** Base units of an amount such as `5 USDC`. */
  amount(text: unknown): bigint | undefined
  /** Symbol of the token that a name or an amount is of. */
  symbol(text: unknown): string | undefined
  /** Whether a name stands for the account itself. */
  isAccount(name: unknown): boolean
}

/** What a protocol does, in words that the authority model knows; it knows no protocol. */
export interface ProtocolModel {
  /** Its action kinds. */
  readonly kinds: Readonly<Record<string, KindModel>>
  /** What hand-made calls of its functions mean, by signature; undefined where that cannot be told. */
  readonly calls?: Readonly<Record<string, (call: HandMadeCall) => ModelCall | undefined>>
}
