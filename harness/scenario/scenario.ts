import type { StageSetup } from '../stage/open-stage.ts'
import type { ChainName } from '../world/origin-chains.ts'
import type { DrawRange } from './draws.ts'
import type { CellShare } from './share-cells.ts'
import type { StepOf } from './step/step.ts'
import type { StepAction } from './step-list.ts'

/** One step of a scenario. */
export type Step = StepOf<StepAction>

/** What a kept failure was found with. */
export interface FoundBy {
  /** Property that it violates. */
  readonly property: string
  readonly seed: string
  /** Number of the drawn case that failed first. */
  readonly case: number
  readonly law: string
  readonly layer?: string
  readonly code?: string
  /** Defaults that the file relies on, by name. */
  readonly settings: Readonly<Record<string, string>>
}

/** One cell of a scenario file's matrix, ready to run. */
export interface Scenario {
  readonly name: string
  readonly description?: string
  /** Invariants that it checks, by id: I14. */
  readonly invariants: readonly string[]
  /** Present when the scenario is a failure that a fuzz run found. */
  readonly found?: FoundBy
  readonly matrix: Readonly<Record<string, string>>
  /** Chains on which it can be run. */
  readonly chains: readonly ChainName[]
  /** The second chain on which the agent acts, with its setup there. */
  readonly beside?: { readonly chain: ChainName; readonly setup: StageSetup }
  /** Present when a default run takes a share of the matrix. */
  readonly share?: CellShare
  /** Present when the steps are carried out several times, in orders that are drawn. */
  readonly draws?: DrawRange
  /** Text of the file that it was read from. */
  readonly source: string
  readonly setup: StageSetup
  readonly steps: readonly Step[]
}
