import type * as fc from 'fast-check'
import type { ScenarioDocument } from './case.ts'
import { drawCase } from './draw-case.ts'

/** What `assay fuzz` can look for; every case is also held to all laws. */
export interface FuzzProperty {
  readonly name: string
  /** The property, as a sentence. */
  readonly description: string
  readonly draw: fc.Arbitrary<ScenarioDocument>
  /** Whether written scenarios are run between the drawn cases, and spliced with them. */
  readonly usesWritten?: true
}

/** The properties, the default first. */
export const FUZZ_PROPERTIES: readonly FuzzProperty[] = [
  {
    name: 'authority',
    description: 'an agent can do what the design allows, and nothing else',
    draw: drawCase(),
    usesWritten: true,
  },
  {
    name: 'authority-of-traders',
    description: 'a trader can do what the design allows, and nothing else',
    draw: drawCase({ profiles: ['trader', 'conservative'] }),
  },
  {
    name: 'authority-of-liquidity-providers',
    description: 'a liquidity provider can do what the design allows, and nothing else',
    draw: drawCase({ profiles: ['lp'] }),
  },
  {
    name: 'authority-of-readers',
    description: 'a profile that only reads changes nothing',
    draw: drawCase({ profiles: ['data', 'intelligence', 'observatory'] }),
  },
]
