import type * as fc from 'fast-check'
import { DRAWN_PROFILES, listKinds } from '../property/commands/configuration.ts'
import type { ScenarioDocument } from '../scenario/scenario-document.ts'
import { drawCase } from './draw-case.ts'

/** What `assay fuzz` can look for; every case is also held to all laws. */
export interface FuzzProperty {
  readonly name: string
  /** The property, as a sentence. */
  readonly description: string
  readonly draw: fc.Arbitrary<ScenarioDocument>
  /** Draws cases in which things go wrong that no model foretells. */
  readonly drawTroubled: fc.Arbitrary<ScenarioDocument>
  /** Action kinds that some of its cases can do. */
  readonly kinds: readonly string[]
  /** Whether written scenarios are run between the drawn cases, and spliced with them. */
  readonly usesWritten?: true
}

const ofProfiles = (
  name: string,
  description: string,
  profiles: readonly string[] = DRAWN_PROFILES,
): FuzzProperty => ({
  name,
  description,
  draw: drawCase({ profiles }),
  drawTroubled: drawCase({ profiles, isTroubled: true }),
  kinds: listKinds(profiles),
})

/** The properties, the default first. */
export const FUZZ_PROPERTIES: readonly FuzzProperty[] = [
  {
    ...ofProfiles('authority', 'an agent can do what the design allows, and nothing else'),
    usesWritten: true,
  },
  ofProfiles('authority-of-traders', 'a trader can do what the design allows, and nothing else', [
    'trader',
    'conservative',
  ]),
  ofProfiles(
    'authority-of-liquidity-providers',
    'a liquidity provider can do what the design allows, and nothing else',
    ['lp'],
  ),
  ofProfiles('authority-of-readers', 'a profile that only reads changes nothing', [
    'data',
    'intelligence',
    'observatory',
  ]),
]
