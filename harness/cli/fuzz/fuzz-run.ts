import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { toCanonicalJson } from '../../../tools/core/json.ts'
import type { FuzzProperty } from '../../fuzz/properties.ts'
import type { Settings } from '../../schedule/default-settings.ts'
import type { RunStart } from '../build-record.ts'
import type { ChosenReporter } from '../choose-reporters.ts'
import type { CliIo } from '../io.ts'
import type { ServedUpstream } from '../upstream.ts'
import type { FuzzInputs } from './load-inputs.ts'
import type { FuzzCommandOptions, FuzzLimit } from './options.ts'

/** What a fuzz run depends on; the record holds it, and an interrupted run is continued for the same only. */
export interface FuzzConfig {
  readonly seed: string
  readonly property: string
  readonly limit: FuzzLimit
  /** By its path relative to the project, as ids have it. */
  readonly corpus: string | null
  /** Hash of the written scenarios that it starts from. */
  readonly written: string
  readonly world: string
  readonly code: string
}

/** A fuzz run: what its parts share. */
export interface FuzzRun {
  readonly options: FuzzCommandOptions
  readonly io: CliIo
  readonly reporters: readonly ChosenReporter[]
  readonly property: FuzzProperty
  readonly limit: FuzzLimit
  readonly inputs: FuzzInputs
  readonly served: ServedUpstream
  readonly workers: number
  readonly config: FuzzConfig
  /** Settings that a scenario takes without saying so. */
  readonly settings: Settings
  /** Command that runs it again. */
  readonly replay: string
  readonly start: RunStart
  /** When everything was set up. */
  readonly ranFromMs: number
}

/** Name the file that an interrupted run is continued from. */
export function statePathOf({ config, served }: Pick<FuzzRun, 'config' | 'served'>): string {
  const key = createHash('sha256').update(toCanonicalJson(config)).digest('hex').slice(0, 16)
  return join(served.stateDir, 'fuzz', `${key}.json`)
}
