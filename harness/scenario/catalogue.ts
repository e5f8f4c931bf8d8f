import type { Address } from 'viem'
import type { TSchema } from '../../tools/core/schema.ts'
import type { ChainName } from '../world/origin-chains.ts'

/** What scenario files may name. */
export interface ScenarioCatalogue {
  /** The chain that its names are of. */
  readonly chain: ChainName
  /** What files may name on another chain. */
  on(chain: ChainName): ScenarioCatalogue
  readonly tools: readonly { readonly name: string; readonly capability: string }[]
  readonly actionKinds: readonly string[]
  /** What a model means by the name of an action kind or of a query. */
  nameOf(meant: 'action' | 'query', asked: string): string
  /** Schemas of what a step hands on: parameters of action kinds and tools, arguments of Pi tools. */
  inputOf(taker: 'action' | 'tool' | 'pi', name: string): TSchema | undefined
  /** The native coin and what wraps it. */
  readonly native: readonly string[]
  readonly tokens: readonly {
    readonly symbol: string
    readonly decimals: number
    readonly address?: Address
  }[]
  readonly actors: Readonly<Record<string, Address>>
  /** Contracts by the names that steps may use. */
  readonly contracts: Readonly<Record<string, Address>>
}
