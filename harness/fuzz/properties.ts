import type * as fc from 'fast-check'
import type { ScenarioDocument } from '../scenario/case.ts'
import { drawCase } from './draw-case.ts'

/** What `assay fuzz` can look for; every case is also held to all laws. */
export interface FuzzProperty {
  readonly name: string
  /** The property, as a sentence. */
  readonly description: string
  readonly draw: fc.Arbitrary<ScenarioDocument>
  /** Draws cases in which things go wrong that no model foretells. */
  readonly drawTroubled: fc.Arbitrary<ScenarioDocument>
  /** Whether written scenarios are run between the drawn cases, and spliced with them. */
  readonly usesWritten?: true
}

/** The properties, the default first. */
export const FUZZ_PROPERTIES: readonly FuzzProperty[] = [
  {
    name: 'authority',
    description: 'an agent can do what the design allows, and nothing else',
    draw: drawCase(),
    drawTroubled: drawCase({ isTroubled: true }),
    usesWritten: true,
  },
  {
    name: 'authority-of-traders',
    description: 'a trader can do what the design allows, and nothing else',
    draw: drawCase({ profiles: ['trader', 'conservative'] }),
    drawTroubled: drawCase({ profiles: ['trader', 'conservative'], isTroubled: true }),
  },
  {
    name: 'authority-of-liquidity-providers',
    description: 'a liquidity provider can do what the design allows, and nothing else',
    draw: drawCase({ profiles: ['lp'] }),
    drawTroubled: drawCase({ profiles: ['lp'], isTroubled: true }),
  },
  {
    name: 'authority-of-readers',
    description: 'a profile that only reads changes nothing',
    draw: drawCase({ profiles: ['data', 'intelligence', 'observatory'] }),
    drawTroubled: drawCase({ profiles: ['data', 'intelligence', 'observatory'], isTroubled: true }),
  },
]
