import type { Address } from 'viem'
import { isAddressEqual } from '../../../../tools/core/is-address-equal.ts'
import type { Layer } from '../../../../tools/core/layers.ts'
import type { RiskTier } from '../../../../tools/core/tool-def.ts'
import type { ActionClass } from '../../../../tools/safety/policy/phases.ts'
import type { Quote, TokenAmount } from '../../../vocabulary/terms.ts'
import type { CageEffect } from '../cage/cage-rules.ts'
import { type Denial, deny, type Verdict } from '../verdict.ts'

/** What a command does, as far as the layers judge it. */
export interface Effect {
  /** Its class; several when what it does depends on what only the market knows. */
  readonly classes: readonly ActionClass[]
  /** What is left of it may be classed as when it does not succeed. */
  readonly failed?: readonly ActionClass[]
  readonly riskTier: RiskTier
  /** What the tool that plans it may say. */
  readonly plan: { readonly broken: boolean | undefined; readonly denials: readonly Verdict[] }
  readonly outflows: readonly TokenAmount[]
  readonly growth: readonly TokenAmount[]
  /** Tokens that come in. */
  readonly inflows: readonly string[]
  /** What the lists of the cage and the allow-list say, in this order. */
  readonly lists: { readonly cage: readonly Denial[]; readonly allowlist: readonly Denial[] }
  /** Undefined for a signature, which the cage never sees. */
  readonly cage: CageEffect | undefined
  /** Whether it lends, borrows or secures debt. */
  readonly lends?: boolean
  /** Whether carrying it out would fail; undefined when nobody can tell. */
  readonly reverts: boolean | undefined
  /** Whether it came to something else than it promised. */
  readonly drifts: boolean
  readonly toleranceBps: bigint
  /** Whether a bound on an amount says what it tolerates. */
  readonly isBoundByAmount?: true
  readonly untilSeconds?: number
  /** The quote that a permit of it promises. */
  readonly promised?: Quote
}

/** What an effect depends on besides the world: who may get what. */
export interface Lists {
  readonly account: Address
  readonly owner: Address
  readonly operator: Address
  readonly nativeSymbol: string
  readonly wrappedSymbol: string
  readonly cageAssets: readonly { readonly token: string; readonly isBase: boolean }[]
  readonly cageRecipients: readonly Address[]
  readonly recipients: readonly Address[]
  readonly spenders: readonly Address[]
}

/** What a cage sees of an action that moves nothing. */
export const emptyCage = (onlyRevokes: boolean): CageEffect => ({
  out: new Map(),
  in: new Map(),
  paid: new Map(),
  onlyRevokes,
})

/** An effect that is none. */
export const idle = (onlyRevokes: boolean): Omit<Effect, 'classes'> => ({
  riskTier: 'layer1',
  plan: { broken: false, denials: [] },
  outflows: [],
  growth: [],
  inflows: [],
  lists: { cage: [], allowlist: [] },
  cage: emptyCage(onlyRevokes),
  reverts: false,
  drifts: false,
  toleranceBps: 0n,
})

/** Say that the tool refuses to plan, with one of these codes. */
export const refuse = (codes: readonly string[]): Effect['plan'] => ({
  broken: true,
  denials: codes.map(toDenial),
})

/** Say that the tool may refuse to plan. */
export const mayRefuse = (codes: readonly string[]): Effect['plan'] => ({
  broken: undefined,
  denials: codes.map(toDenial),
})

/** Of a bad parameter the schema says it before the tool can, of a need the profile that has nothing to fill it. */
const toDenial = (code: string) => deny(EARLIER[code] ?? 'tool', code)

const EARLIER: Readonly<Record<string, Layer>> = { INVALID_PARAMS: 'schema', NEED_NOT_FILLED: 'profile' }

/** Whether an address is in a list. */
export const has = (list: readonly Address[], address: Address): boolean =>
  list.some((known) => isAddressEqual(known, address))
