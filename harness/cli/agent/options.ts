import type { Variant } from '../../goal/goal.ts'
import type { UpstreamOptions } from '../upstream.ts'

/** Options of `assay agent`. */
export interface AgentOptions extends Omit<UpstreamOptions, 'onProgress' | 'signal' | 'port' | 'chain'> {
  readonly model: string
  readonly baseUrl?: string
  readonly seed: string
  readonly repeats: number
  /** One of the two; both without. */
  readonly variant?: Variant
  readonly filter?: string
  readonly maxTurns: number
  readonly maxTokens: number
  readonly maxCost: number
  /** Milliseconds. */
  readonly timeLimit: number
  readonly baselines: boolean
  /** Whether the agent is shown while it works. */
  readonly tui?: boolean
  /** Where the folders of runs are; in the project by default. */
  readonly out?: string
  readonly reporter: 'console' | 'json'
}
