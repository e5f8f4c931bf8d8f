import type { Json } from '../../tools/core/json.ts'

/** A case: what a scenario file holds, as `yaml` reads it. */
export type ScenarioDocument = { readonly [key: string]: Json }
