import type { Address } from 'viem'

/** What scenario files may name. */
export interface ScenarioCatalogue {
  readonly tools: readonly { readonly name: string; readonly capability: string }[]
  readonly actionKinds: readonly string[]
  readonly tokens: readonly {
    readonly symbol: string
    readonly decimals: number
    readonly address?: Address
  }[]
  readonly actors: Readonly<Record<string, Address>>
  /** Contracts by the names that steps may use. */
  readonly contracts: Readonly<Record<string, Address>>
}
